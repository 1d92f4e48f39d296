import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ApprovalSettings, decide, type JudgedEffects } from '../../../../main/approval/policy'
import { isProtected } from '../../../../main/approval/protected-paths'
import type { JudgedCommand } from '../../../../shared/effects'
import { defaultSettings, strictestActions } from '../../../../shared/settings'

const { actions } = defaultSettings.autoApprovalSettings
const settings = (more: Partial<ApprovalSettings> = {}): ApprovalSettings => ({
  actions,
  approveAll: false,
  mode: 'act',
  strictPlanMode: true,
  ...more,
})
const nothing: JudgedEffects = { reads: [], writes: [], deletes: [], executes: [], network: [], unknown: false }
const inside = { display: 'src/a.ts', real: '/p/src/a.ts', inside: true }
const outside = { display: '/o/notes.txt', real: '/o/notes.txt', inside: false }
const command: JudgedCommand = {
  command: 'ls',
  cwd: '/p',
  harmless: true,
  why: 'it only reads',
  requiresApproval: false,
  reads: [],
  writes: [],
  deletes: [],
  network: [],
  programs: [],
  marks: [],
}
const harmless = command
const risky: JudgedCommand = { ...command, command: 'npm test', harmless: false, why: 'npm is not on the list' }

describe('deciding from effects', () => {
  it('asks about a tool of an MCP server, whatever the server says of it, unless the person allowed servers or this tool', () => {
    const call = { server: 'files', target: 'read', readOnly: true, approved: false }
    expect(decide({ ...nothing, mcp: [call] }, settings())).toEqual({
      kind: 'ask',
      reason: 'you have not allowed read of the MCP server files without asking',
    })
    expect(decide({ ...nothing, mcp: [call, { ...call, approved: true }] }, settings()).kind).toBe('ask')
    expect(decide({ ...nothing, mcp: [{ ...call, approved: true }] }, settings()).kind).toBe('allow')
    expect(decide({ ...nothing, mcp: [call] }, settings({ actions: { ...actions, useMcp: true } })).kind).toBe('allow')
  })

  it('lets only those tools of MCP servers run in plan mode that are marked as reading', () => {
    const call = { server: 'files', target: 'write', readOnly: false, approved: true }
    expect(decide({ ...nothing, mcp: [call] }, settings({ mode: 'plan' })).kind).toBe('refuse')
    expect(decide({ ...nothing, mcp: [{ ...call, readOnly: true }] }, settings({ mode: 'plan' })).kind).toBe('allow')
  })

  it('starts agents unasked only where files may be read unasked', () => {
    expect(decide({ ...nothing, agents: 2 }, settings()).kind).toBe('allow')
    expect(decide({ ...nothing, agents: 2 }, settings({ actions: strictestActions })).kind).toBe('ask')
  })

  it('lets a first-time user read inside the project and run what only reads, and asks for all else', () => {
    expect(decide({ ...nothing, reads: [inside] }, settings()).kind).toBe('allow')
    expect(decide({ ...nothing, executes: [harmless] }, settings()).kind).toBe('allow')
    expect(decide({ ...nothing, reads: [outside] }, settings())).toEqual({ kind: 'ask', reason: 'reads outside the project: /o/notes.txt' })
    const several = [outside, outside, { ...outside, real: '/o/keys.txt' }]
    expect(decide({ ...nothing, reads: several }, settings()).reason).toBe('reads outside the project: /o/notes.txt and 1 more')
    expect(decide({ ...nothing, writes: [inside] }, settings())).toEqual({ kind: 'ask', reason: 'writes a file in the project' })
    expect(decide({ ...nothing, executes: [risky] }, settings())).toEqual({ kind: 'ask', reason: 'runs a command: npm is not on the list' })
    expect(decide({ ...nothing, deletes: [inside] }, settings()).kind).toBe('ask')
    expect(decide({ ...nothing, network: ['example.com'] }, settings()).kind).toBe('ask')
    expect(decide({ ...nothing, unknown: true }, settings()).kind).toBe('ask')
  })

  it('needs both switches for what lies outside', () => {
    const only = settings({ actions: { ...strictestActions, editFilesExternally: true } })
    const both = settings({ actions: { ...strictestActions, editFiles: true, editFilesExternally: true } })
    expect(decide({ ...nothing, writes: [outside] }, only).kind).toBe('ask')
    expect(decide({ ...nothing, writes: [outside] }, both).kind).toBe('allow')
  })

  it('takes the model at its word only when it doubts', () => {
    expect(decide({ ...nothing, executes: [{ ...harmless, requiresApproval: true }] }, settings()).kind).toBe('ask')
    expect(decide({ ...nothing, executes: [{ ...risky, requiresApproval: false }] }, settings()).kind).toBe('ask')
  })

  it('refuses in plan mode whatever is no reading, and asks when strictness is off, even if everything is approved', () => {
    for (const effects of [
      { ...nothing, writes: [inside] },
      { ...nothing, deletes: [inside] },
      { ...nothing, executes: [risky] },
      { ...nothing, unknown: true },
    ]) {
      expect(decide(effects, settings({ mode: 'plan', approveAll: true })).kind).toBe('refuse')
      expect(decide(effects, settings({ mode: 'plan', strictPlanMode: false, approveAll: true })).kind).toBe('ask')
    }
    expect(decide({ ...nothing, reads: [inside], executes: [harmless] }, settings({ mode: 'plan' })).kind).toBe('allow')
  })

  it.each(['.git/config', '.git/hooks/pre-commit', 'sub/.npmrc', '.vscode/settings.json', '/home/a/.ssh/authorized_keys', '.envrc'])(
    'never writes %s unasked',
    (path) => {
      expect(isProtected(path)).toBe(true)
      const all = settings({ actions: { ...actions, editFiles: true, editFilesExternally: true } })
      expect(decide({ ...nothing, writes: [{ display: path, real: path, inside: true }] }, all).kind).toBe('ask')
    },
  )

  it.each(['src/git.ts', 'digits/.gitignore', 'a.npmrc.md', 'vscode/x'])('treats %s as an ordinary file', (path) => {
    expect(isProtected(path)).toBe(false)
  })

  it('never asks less when a switch is turned off', () => {
    const flags = fc.record(Object.fromEntries(Object.keys(actions).map((name) => [name, fc.boolean()])))
    const path = fc.constantFrom(inside, outside)
    const effects = fc.record({
      reads: fc.array(path, { maxLength: 2 }),
      writes: fc.array(path, { maxLength: 2 }),
      deletes: fc.array(path, { maxLength: 1 }),
      executes: fc.array(fc.constantFrom(harmless, risky), { maxLength: 2 }),
      network: fc.constant<string[]>([]),
      unknown: fc.boolean(),
    })
    fc.assert(
      fc.property(flags, effects, fc.constantFrom(...Object.keys(actions)), (chosen, what, name) => {
        const on = settings({ actions: { ...actions, ...chosen, [name]: true } })
        const off = settings({ actions: { ...actions, ...chosen, [name]: false } })
        if (decide(what, off).kind === 'allow') expect(decide(what, on).kind).toBe('allow')
      }),
    )
  })
})
