import { describe, expect, it } from 'vitest'
import { type ApprovalSettings, decide, type JudgedEffects } from '../../../../main/approval/policy'
import type { TaintFact } from '../../../../main/approval/taint'
import { mayHoldSecrets } from '../../../../main/approval/secret-paths'
import { noEffects } from '../../../../shared/effects'
import { strictestActions } from '../../../../shared/settings'

const everything = Object.fromEntries(Object.keys(strictestActions).map((name) => [name, true])) as ApprovalSettings['actions']
const settings = (more: Partial<ApprovalSettings> = {}): ApprovalSettings => ({
  actions: everything,
  approveAll: false,
  mode: 'act',
  strictPlanMode: true,
  taint: new Set(['web']),
  ...more,
})
const path = (real: string) => ({ display: real, real, inside: true })
const command = (more: Partial<JudgedEffects['executes'][number]>): JudgedEffects['executes'][number] => ({
  command: 'x',
  cwd: '/p',
  requiresApproval: false,
  harmless: true,
  why: 'only reads',
  reads: [],
  writes: [],
  deletes: [],
  network: [],
  programs: [],
  marks: [],
  ...more,
})

const risky: Readonly<Record<string, Partial<JudgedEffects>>> = {
  'the network': { network: ['a.test'] },
  'a tool of an MCP server': { mcp: [{ server: 's', target: 't', readOnly: true, approved: true }] },
  'a command that reaches out': { executes: [command({ network: ['a.test'] })] },
  'a command that is not known to read': { executes: [command({ harmless: false, why: 'runs code' })] },
  'a read of keys': { reads: [path('/p/.env')] },
  'a command that reads keys': { executes: [command({ reads: [path('/p/deploy.pem')] })] },
}

const ordinary: Readonly<Record<string, Partial<JudgedEffects>>> = { 'nothing else': { reads: [path('/p/a.ts')] } }

describe('a task with strangers’ text in it', () => {
  it.each(Object.entries(risky))('asks about %s although its category is on', (_name, effects) => {
    const judged: JudgedEffects = { ...noEffects, executes: [], ...effects }
    const decision = decide(judged, settings())
    expect(decision).toMatchObject({ kind: 'ask', reason: expect.stringContaining('this task has read text from the web') })
    expect(decide(judged, settings({ taint: new Set() })).kind).toBe('allow')
    expect(decide(judged, settings({ approveAll: true })).kind).toBe('allow')
  })

  it.each([...Object.entries(risky), ...Object.entries(ordinary)])(
    'of an MCP server alone asks only about files that may hold keys, and after one of these about what could carry it out (%s)',
    (name, effects) => {
      const judged: JudgedEffects = { ...noEffects, executes: [], ...effects }
      const since = (...facts: TaintFact[]) => decide(judged, settings({ taint: new Set(facts) })).reason
      const isRead = name.includes('keys')
      expect(since('servers').endsWith(', and this task has read what an MCP server wrote')).toBe(isRead)
      const isRisky = name in risky
      expect(since('secrets', 'servers').endsWith('wrote and a file that may hold keys')).toBe(isRisky)
      expect(since('secrets', 'servers', 'web').endsWith('text from the web')).toBe(isRisky)
      const reaches = ['the network', 'a tool of an MCP server', 'a command that reaches out'].includes(name)
      const alone = reaches ? expect.stringMatching(/, and this task has read a file that may hold keys$/) : 'covered by your auto-approval'
      expect(since('secrets')).toEqual(alone)
    },
  )

  it('asks about a place that was approved before only once there is something to carry there', () => {
    const again: JudgedEffects = { ...noEffects, executes: [], networkAgain: ['docs.test'] }
    const since = (...facts: TaintFact[]) => decide(again, settings({ taint: new Set(facts) }))
    for (const facts of [[], ['web'], ['servers']] as const) expect(since(...facts).kind).toBe('allow')
    expect(since('web', 'secrets')).toEqual({ kind: 'ask', reason: 'reaches docs.test, and this task has read text from the web' })
    expect(since('secrets')).toMatchObject({ kind: 'ask', reason: 'reaches docs.test, and this task has read a file that may hold keys' })
    expect(decide(again, settings({ taint: new Set(), actions: strictestActions })).kind).toBe('allow')
  })

  it('goes on working on the project without a question', () => {
    const work: JudgedEffects = {
      ...noEffects,
      reads: [path('/p/a.ts')],
      writes: [path('/p/b.ts')],
      executes: [command({ reads: [path('/p/a.ts')] })],
    }
    expect(decide(work, settings()).kind).toBe('allow')
  })

  it('holds to what the person has decided for good', () => {
    const rules = { decision: 'allow', reason: 'your rule allows x' } as const
    const judged: JudgedEffects = { ...noEffects, executes: [command({ harmless: false })], rules }
    expect(decide(judged, settings()).kind).toBe('allow')
  })
})

describe('files that may hold keys', () => {
  it.each([
    '/p/.env',
    '/p/.env.production',
    '/h/.ssh/config',
    'C:\\h\\.aws\\credentials',
    '/p/tls.KEY',
    '/p/id_ed25519',
    '/h/.npmrc',
    '/p/service-account-1.json',
  ])('are %s', (name) => {
    expect(mayHoldSecrets(name)).toBe(true)
  })
  it.each(['/p/.env.example', '/p/keys.ts', '/p/environment.ts', '/p/README.md', '/p/monkey'])('are not %s', (name) => {
    expect(mayHoldSecrets(name)).toBe(false)
  })
})
