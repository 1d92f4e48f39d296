import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { LoadMcpDocumentationHandler } from '../../../../../main/tools/handlers/load-mcp-documentation'
import { mcpFailed, mcpResponse } from '../../../../../main/tools/handlers/mcp-result'
import { testTool } from '../../../../support/tool-config'

const blob = { mediaType: 'application/zip', data: 'aGk=', what: 'a file' }
const image = { mediaType: 'image/png', data: 'aGk=' }
const nothing = { isError: false, text: '', images: [], blobs: [] }

it('keeps as many files of one result as anybody looks at, and says how many more there are', async () => {
  const { config } = await testTool({ images: false })
  const path = (await config.services.handles.keepResult({ text: 'first' })) ?? ''
  const many = { ...nothing, images: Array.from({ length: 1_000 }, () => image), blobs: Array.from({ length: 1_000 }, () => blob) }
  const { content } = await mcpResponse(many, 'It gave:', config)
  expect(await readdir(dirname(path))).toHaveLength(21)
  expect(JSON.stringify(content)).toContain('[980 pictures more, which are left out.]')
  expect(JSON.stringify(content)).toContain('[980 files more, which are left out.]')
})

it('notes of a failure its first line, and tells the model all of it', () => {
  const { note, content } = mcpFailed('helper', `it is not running: no licence\n${'at x\n'.repeat(1_000)}`)
  expect(note).toBe('The MCP server helper: it is not running: no licence')
  expect(mcpFailed('helper', 'it ended. It last printed:\nno disk\nat x').note).toBe(
    'The MCP server helper: it ended. It last printed: no disk',
  )
  expect(String(content).length).toBeGreaterThan(5_000)
  expect(mcpFailed('helper', 'x'.repeat(5_000)).note?.length).toBeLessThan(300)
})

it('tells of very many tools by a file, in words of ours outside the marks', async () => {
  const tool = { name: 'say', description: 'd'.repeat(1_000), inputSchema: { type: 'object' }, readOnly: false, hash: '' }
  const none = (await testTool()).config.services.mcp
  const { call, config } = await testTool({
    mcp: {
      ...none,
      tools: () => Array.from({ length: 100 }, () => ({ server: 'one', tool, autoApproved: false })),
      servers: () => [{ name: 'one', status: 'connected', resources: [] }],
    },
  })
  const { content } = await call(new LoadMcpDocumentationHandler(), {})
  expect(content.length).toBeLessThan(60_000)
  const file =
    /<\/mcp_text \w+>\n.*\n\[[\d,]+ characters are left out\. All of it is in (\S+): use read_file/.exec(String(content))?.[1] ?? ''
  expect(config.services.handles.isKeptResult(file)).toBe(true)
})
