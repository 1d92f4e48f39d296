import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Publisher } from '../../../../main/controller/publish'
import { getStateToPostToWebview, type StateSources, stateValue } from '../../../../main/controller/state'
import { MessageState } from '../../../../main/task/message-state'
import { applyStateOps } from '../../../../shared/apply-state-ops'
import { emptyDraft, type ExtensionState, initialExtensionState, noUsage } from '../../../../shared/extension-state'
import { type Push, pushes } from '../../../../shared/ipc'
import { defaultSettings } from '../../../../shared/settings'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The main side with one task, and a window that applies what it is told. */
function bothSides() {
  const journal = { append: () => undefined, flush: () => Promise.resolve() }
  const sent: Push<'state'>[] = []
  let settings = defaultSettings
  let notice = 0
  const rows: MessageState = new MessageState(journal, (op) => publisher.postRow(op))
  const sources = (): StateSources => ({
    settings,
    facts: { version: '1', platform: 'linux', runtime: 'chromium', homeDir: '/h' },
    providers: [],
    account: { kind: 'signed_out' },
    webSearchKey: undefined,
    sessions: [],
    history: [],
    rules: [],
    mcp: { mcpServers: [], mcpForms: [] },
    trust: undefined,
    notices: notice === 0 ? [] : [{ id: 'n', level: 'info', code: 'c', text: String(notice) }],
    current: {
      sessionId: 's',
      cwd: '/p',
      item: undefined,
      taskState: { kind: 'idle' },
      mode: 'act',
      model: undefined,
      rows: () => rows.list(),
      changesRevision: 0,
      queue: [],
      jobs: [],
      usage: noUsage,
      draft: emptyDraft,
    },
  })
  const publisher: Publisher = new Publisher({
    send: (push) => sent.push(JSON.parse(JSON.stringify(pushes.state.parse(push)))),
    snapshot: () => getStateToPostToWebview(sources()),
    value: (key) => stateValue(sources(), key),
  })
  publisher.postSnapshot()
  return {
    rows,
    publisher,
    sent,
    changeSettings: (limit: number) => {
      settings = { ...settings, terminalOutputLineLimit: limit }
      publisher.postKey('terminalOutputLineLimit')
    },
    changeNotice: (value: number) => {
      notice = value
      publisher.postKey('notices')
    },
    held: (): ExtensionState => JSON.parse(JSON.stringify(getStateToPostToWebview(sources()))) as ExtensionState,
    drawn: (): ExtensionState => sent.reduce((state, push) => applyStateOps(state, push.ops), initialExtensionState),
  }
}

const step = fc.oneof(
  fc.record({ do: fc.constant('say' as const), text: fc.string() }),
  fc.record({ do: fc.constant('tool' as const), content: fc.string() }),
  fc.record({ do: fc.constant('append' as const), row: fc.nat(9), text: fc.string() }),
  fc.record({ do: fc.constant('appendData' as const), row: fc.nat(9), text: fc.string() }),
  fc.record({ do: fc.constant('patch' as const), row: fc.nat(9), text: fc.string() }),
  fc.record({ do: fc.constant('status' as const), row: fc.nat(9) }),
  fc.record({ do: fc.constant('remove' as const), row: fc.nat(9) }),
  fc.record({ do: fc.constant('settings' as const), limit: fc.integer({ min: 10, max: 99 }) }),
  fc.record({ do: fc.constant('notice' as const), value: fc.nat(3) }),
  fc.record({ do: fc.constant('frame' as const) }),
  fc.record({ do: fc.constant('reload' as const) }),
)

describe('what a window is told', () => {
  it('is always the state that main holds, whatever changes in whatever order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const sides = bothSides()
        const tsOf = (index: number) => sides.rows.list().at(index % Math.max(1, sides.rows.list().length))?.ts ?? -1
        for (const action of steps) {
          if (action.do === 'say') sides.rows.say({ say: 'text', text: action.text, partial: true })
          if (action.do === 'tool') sides.rows.say({ say: 'tool', data: { tool: 'readFile', content: action.content, status: 'drafting' } })
          if (action.do === 'append') sides.rows.append(tsOf(action.row), 'text', action.text)
          if (action.do === 'appendData') sides.rows.append(tsOf(action.row), 'data', { content: action.text })
          if (action.do === 'patch') sides.rows.patch(tsOf(action.row), { text: action.text, partial: null })
          if (action.do === 'status') sides.rows.patch(tsOf(action.row), { partial: null })
          if (action.do === 'remove') sides.rows.remove(tsOf(action.row))
          if (action.do === 'settings') sides.changeSettings(action.limit)
          if (action.do === 'notice') sides.changeNotice(action.value)
          if (action.do === 'frame') vi.advanceTimersByTime(16)
          if (action.do === 'reload') sides.publisher.postSnapshot()
        }
        sides.rows.flushAppends()
        sides.publisher.flush()
        expect(sides.drawn()).toEqual(sides.held())
        expect(sides.sent.map((push) => push.seq)).toEqual(sides.sent.map((_, index) => index + 1))
      }),
      { numRuns: 300 },
    )
  })

  it('comes at most once a frame, with what grew joined', () => {
    const sides = bothSides()
    const ts = sides.rows.say({ say: 'text', text: '', partial: true })
    vi.advanceTimersByTime(16)
    for (let index = 0; index < 1_000; index += 1) sides.rows.append(ts, 'text', 'abcd')
    vi.advanceTimersByTime(100)
    expect(sides.sent).toHaveLength(2)
    expect(sides.sent[1]?.ops).toEqual([{ op: 'row.append', ts, field: 'text', append: 'abcd'.repeat(1_000) }])
  })

  it('costs the same at any length of the history', () => {
    const bytesAt = (length: number) => {
      const sides = bothSides()
      for (let index = 0; index < length; index += 1) sides.rows.say({ say: 'text', text: 'x'.repeat(100) })
      sides.publisher.flush()
      const ts = sides.rows.say({ say: 'text', text: '', partial: true })
      sides.publisher.flush()
      sides.rows.append(ts, 'text', 'more')
      vi.advanceTimersByTime(100)
      return JSON.stringify(sides.sent.at(-1)).length
    }
    expect(bytesAt(2_000)).toBe(bytesAt(10))
  })

  it('ends when the window is gone', () => {
    const sides = bothSides()
    sides.publisher.close()
    sides.rows.say({ say: 'text', text: 'unseen' })
    vi.advanceTimersByTime(100)
    expect(sides.sent).toEqual([])
  })
})
