import { rmSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { McpPort, McpToolFacts } from '../../../../main/tools/mcp-port'
import type { TaskConfig } from '../../../../main/tools/task-config'
import { type ApprovalDecision, ToolExecutor } from '../../../../main/tools/tool-executor'
import { ToolExecutorCoordinator } from '../../../../main/tools/tool-executor-coordinator'
import { ToolValidator } from '../../../../main/tools/tool-validator'
import { type Effects, noEffects } from '../../../../shared/effects'
import { tempWorkspace } from '../../../support/temp-workspace'
import { testTool } from '../../../support/tool-config'

function executorOf(config: TaskConfig, decide: (effects: Effects) => ApprovalDecision): ToolExecutor {
  const validator = new ToolValidator()
  return new ToolExecutor(new ToolExecutorCoordinator(validator), validator, {
    config: () => config,
    decide: (effects) => Promise.resolve(decide(effects)),
    makeRule: () => undefined,
    recordIntent: () => Promise.resolve(),
    started: () => undefined,
    hooks: { before: () => Promise.resolve(undefined), after: () => Promise.resolve() },
    readUntrusted: () => undefined,
  })
}

const diff = '------- SEARCH\ninside\n=======\nnew\n+++++++ REPLACE\n'
const patch = '*** Begin Patch\n*** Update File: l/a.js\n@@\n-inside\n+new\n*** End Patch'

it.each([
  ['write_to_file', { path: 'l/a.js', content: 'new\n' }],
  ['replace_in_file', { path: 'l/a.js', diff }],
  ['replace_in_file', { path: 'l/a.js', diff: diff.replace('inside', 'function outside() {}') }],
  ['apply_patch', { input: patch }],
  ['apply_patch', { input: '*** Begin Patch\n*** Delete File: l/a.js\n*** End Patch' }],
  ['read_file', { path: 'l/a.js' }],
  ['list_files', { path: 'l' }],
  ['search_files', { path: 'l', regex: '.*' }],
  ['list_code_definition_names', { path: 'l' }],
] as const)('%s does nothing where a link leads only after it was decided about', async (name, input) => {
  const outside = await tempWorkspace({ 'a.js': 'function outside() {}\n' })
  const tool = await testTool({ files: { 'in/a.js': 'inside\n' } })
  const link = join(tool.cwd, 'l')
  symlinkSync(join(tool.cwd, 'in'), link)
  const executor = executorOf(tool.config, (effects) => {
    const touched = { ...noEffects, ...effects }
    // Once it is decided, the link is laid elsewhere.
    rmSync(link, { force: true })
    symlinkSync(outside, link)
    const isInside = [...touched.reads, ...touched.writes, ...touched.deletes].every((path) => path.inside)
    return { kind: isInside ? 'allow' : 'refuse', reason: 'it is outside' }
  })
  const outcome = await executor.execute({ id: 'c', name, input, ts: undefined })
  expect(outcome.kind).toBe('failed')
  expect(JSON.stringify([outcome, tool.rows])).not.toContain('outside()')
  expect(await readFile(join(outside, 'a.js'), 'utf8')).toBe('function outside() {}\n')
  expect(await readFile(join(tool.cwd, 'in/a.js'), 'utf8')).toBe('inside\n')
})

it('use_mcp_tool calls the tool that was decided about where its server puts another in its place meanwhile, also one that was waited for', async () => {
  const facts = (hash: string): McpToolFacts => ({
    server: 'helper',
    tool: { name: 'say', description: hash, inputSchema: {}, readOnly: false, hash },
    autoApproved: hash === 'approved',
  })
  let listed: readonly McpToolFacts[] = []
  const called: string[] = []
  const mcp: Partial<McpPort> = {
    tools: () => listed,
    settled: () => {
      listed = [facts('approved')]
      return Promise.resolve()
    },
    callTool: ({ tool }) => {
      called.push(tool.hash)
      return Promise.resolve({ ok: false, message: 'its tool has changed' })
    },
  }
  const { config } = await testTool()
  const services = { ...config.services, mcp: { ...config.services.mcp, ...mcp } }
  const executor = executorOf({ ...config, services }, ({ mcp: [effect] = [] }) => {
    listed = [facts('other')]
    return { kind: effect?.approved ? 'allow' : 'refuse', reason: 'it is not approved' }
  })
  const call = { id: 'c', name: 'use_mcp_tool', input: { server_name: 'helper', tool_name: 'say' }, ts: undefined }
  expect((await executor.execute(call)).kind).toBe('failed')
  expect(called).toEqual(['approved'])
  expect((await executor.execute(call)).kind).toBe('refused')
  expect(called).toEqual(['approved'])
})
