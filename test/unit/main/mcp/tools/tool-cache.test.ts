import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { InspectedTool } from '../../../../../main/mcp/tools/inspect-tool'
import { ToolCache } from '../../../../../main/mcp/tools/tool-cache'
import { tempFolder } from '../../../../support/temp-folder'

const tool = (name: string, description = ''): InspectedTool => ({
  name,
  description,
  inputSchema: { type: 'object' },
  outputSchema: undefined,
  readOnly: false,
  hash: `hash of ${name}`,
})

it('remembers the tools of the servers that ran last, also when they are the same as before', async () => {
  const path = join(await tempFolder(), 'tools.json')
  const cache = new ToolCache(path)
  for (let server = 0; server < 50; server += 1) cache.set(`server ${server}`, [tool('say')])
  cache.set('server 0', [tool('say')])
  cache.set('one more', [tool('count')])
  await cache.flush()
  const again = new ToolCache(path)
  await again.load()
  expect(['server 0', 'server 1', 'server 2', 'one more'].map((key) => again.get(key).map(({ name }) => name))).toEqual([
    ['say'],
    [],
    ['say'],
    ['count'],
  ])
})

it('remembers no more of one server than a request could take, and nothing that is out of date instead', async () => {
  const cache = new ToolCache(join(await tempFolder(), 'tools.json'))
  cache.set('one', [tool('say')])
  cache.set('one', [tool('say'), { ...tool('large'), outputSchema: { title: 'x'.repeat(2 * 1024 * 1024) } }])
  expect(cache.get('one')).toEqual([])
  await cache.flush()
})
