import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NewRuleToolHandler } from '../../../../../main/tools/handlers/new-rule'
import { tempWorkspace } from '../../../../support/temp-workspace'
import { testTool } from '../../../../support/tool-config'

const handler = new NewRuleToolHandler()

describe('new_rule', () => {
  it('writes a rule where rules are', async () => {
    const tool = await testTool()
    const input = { path: '.clinerules/naming-of-tests.md', content: '# Tests\nNames are sentences.' }
    expect(await handler.prepare(input, tool.config)).toMatchObject({ summary: 'Write the rule .clinerules/naming-of-tests.md (2 lines)' })
    expect(await tool.call(handler, input)).toMatchObject({ status: 'done' })
    expect(await readFile(join(tool.cwd, input.path), 'utf8')).toBe('# Tests\nNames are sentences.\n')
  })

  it.each([
    'rule.md',
    '.clinerules/rule.txt',
    '.clinerules/sub/rule.md',
    '.clinerules/../rule.md',
    '.clinerules/default-clineignore.md',
    '/tmp/.clinerules/x.md',
  ])('refuses any other place: %s', async (path) => {
    const tool = await testTool()
    expect(await tool.call(handler, { path, content: 'x' })).toMatchObject({
      status: 'failed',
      content: expect.stringContaining('is no place for a rule'),
    })
  })

  it('refuses a folder of rules that leads elsewhere', async () => {
    const tool = await testTool()
    await symlink(await tempWorkspace(), join(tool.cwd, '.clinerules'))
    expect(await tool.call(handler, { path: '.clinerules/a.md', content: 'x' })).toMatchObject({ status: 'failed' })
  })

  it('overwrites no rule, and writes none that is empty', async () => {
    const tool = await testTool({ files: { '.clinerules/a.md': 'old\n' } })
    expect(await tool.call(handler, { path: '.clinerules/a.md', content: 'new' })).toMatchObject({
      status: 'failed',
      content: expect.stringContaining('exists already'),
    })
    expect(await readFile(join(tool.cwd, '.clinerules/a.md'), 'utf8')).toBe('old\n')
    expect(handler.spec.input.safeParse({ path: '.clinerules/b.md', content: ' ' }).success).toBe(false)
  })
})
