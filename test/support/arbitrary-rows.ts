import fc from 'fast-check'
import type { StateOp } from '../../shared/extension-state'
import type { ClineMessage } from '../../shared/messages'

const tool = (name: 'readFile' | 'searchFiles' | 'editedExistingFile') => ({ tool: name, path: 'src/sum.js', status: 'done' as const })

/** Rows of the kinds whose place in the log depends on what stands around them. */
const rowMakers: ((ts: number, text: string) => ClineMessage)[] = [
  (ts, text) => ({ ts, type: 'say', say: 'text', text }),
  (ts, text) => ({ ts, type: 'say', say: 'reasoning', text }),
  (ts) => ({ ts, type: 'say', say: 'tool', data: tool('readFile') }),
  (ts) => ({ ts, type: 'say', say: 'tool', data: tool('searchFiles') }),
  (ts) => ({ ts, type: 'ask', ask: 'tool', data: tool('editedExistingFile') }),
  (ts) => ({ ts, type: 'say', say: 'api_req_started', data: {} }),
  (ts, text) => ({ ts, type: 'say', say: 'error_retry', data: { attempt: 1, maxAttempts: 3, delaySeconds: 2, errorMessage: text } }),
  (ts) => ({ ts, type: 'ask', ask: 'command', data: { command: 'ls', cwd: '/', status: 'running' } }),
  (ts, text) => ({ ts, type: 'say', say: 'command_output', text, data: { commandTs: ts - 1 } }),
  (ts) => ({ ts, type: 'ask', ask: 'resume_task' }),
]

const text = fc.constantFrom('', ' ', 'word', 'two\nlines')
const place = fc.nat({ max: 30 })

/** Steps that a history of pushes is made of; `place` picks among the rows that are there. */
type Step =
  | { readonly do: 'add'; readonly kind: number; readonly text: string; readonly above: number | null }
  | { readonly do: 'append' | 'cancel' | 'remove' | 'answer'; readonly place: number; readonly text: string }
  | { readonly do: 'set'; readonly text: string }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      kind: fc.nat({ max: rowMakers.length - 1 }),
      text,
      above: fc.option(place, { freq: 6 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('append', 'cancel', 'remove', 'answer'), place, text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('set' as const), text }) },
)

/** Legal histories of pushes: `ts` rises, and what is changed is sometimes no longer there. */
export const arbitraryOps: fc.Arbitrary<StateOp[]> = fc.array(step, { maxLength: 60 }).map((steps) => {
  const made: ClineMessage[] = []
  return steps.map((each) => opOf(each, made))
})

function opOf(each: Step, made: ClineMessage[]): StateOp {
  if (each.do === 'set') return { op: 'set', key: 'cwd', ...(each.text ? { value: each.text } : {}) }
  if (each.do === 'add') {
    const row = rowMakers[each.kind](made.length + 1, each.text)
    made.push(row)
    // What a command printed comes after it.
    const isFree = row.type === 'ask' || row.say !== 'command_output'
    return { op: 'row.add', row, ...(each.above !== null && isFree ? { before: each.above + 1 } : {}) }
  }
  const row = made[each.place]
  const ts = each.place + 1
  if (each.do === 'remove') return { op: 'row.remove', ts }
  if (each.do === 'append') return { op: 'row.append', ts, field: 'text', append: each.text }
  if (each.do === 'cancel' && row?.type === 'say' && row.say === 'api_req_started') {
    return { op: 'row.patch', ts, patch: { data: { cancelReason: 'user_cancelled' } } }
  }
  return { op: 'row.patch', ts, patch: { text: each.text || null } }
}
