import type { RecordedRequest } from '../../support/model-server/model-server'

interface Block {
  readonly type: string
  readonly id?: string
  readonly tool_use_id?: string
  readonly text?: string
}
interface Turn {
  readonly role: string
  readonly content: string | readonly Block[] | null
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[]
  readonly tool_call_id?: string
}

/** What a strict provider would refuse in these requests; empty when there is nothing. */
export const illegalIn = (requests: readonly RecordedRequest[]): string[] =>
  requests.flatMap(({ path, body }, index) => {
    const problems = path.endsWith('/messages') ? illegalForAnthropic(turnsOf(body)) : illegalForOpenAi(turnsOf(body))
    return problems.map((problem) => `request ${index + 1}: ${problem}`)
  })

const turnsOf = (body: Record<string, unknown>) => body['messages'] as readonly Turn[]

function illegalForAnthropic(turns: readonly Turn[]): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  if (turns[0]?.role !== 'user') problems.push('does not begin with the user')
  if (turns.at(-1)?.role !== 'user') problems.push('does not end with the user')
  turns.forEach((turn, index) => {
    if (index > 0 && turns[index - 1]?.role === turn.role) problems.push(`two turns of ${turn.role} in a row at ${index}`)
    const blocks = blocksOf(turn)
    if (blocks.length === 0) problems.push(`turn ${index} is empty`)
    if (blocks.some(({ type, text }) => type === 'text' && !text?.trim())) problems.push(`an empty text in turn ${index}`)
    const uses = turn.role === 'assistant' ? idsOf(turn, 'tool_use') : []
    for (const id of uses) {
      if (seen.has(id)) problems.push(`the id ${id} twice`)
      seen.add(id)
    }
    const results = idsOf(turns[index + 1], 'tool_result')
    if (turn.role === 'assistant' && uses.toSorted().join() !== results.toSorted().join())
      problems.push(`calls ${uses.join()} are followed by results ${results.join()}`)
    const firstOther = blocks.findIndex(({ type }) => type !== 'tool_result')
    if (turn.role === 'user' && firstOther !== -1 && blocks.slice(firstOther).some(({ type }) => type === 'tool_result'))
      problems.push(`a result behind other content in turn ${index}`)
  })
  if (idsOf(turns[0], 'tool_result').length > 0) problems.push('a result without a call')
  return problems
}

const blocksOf = (turn: Turn | undefined): readonly Block[] =>
  typeof turn?.content === 'string' ? [{ type: 'text', text: turn.content }] : (turn?.content ?? [])

const idsOf = (turn: Turn | undefined, type: string): string[] =>
  blocksOf(turn).flatMap((block) => (block.type === type ? [block.id ?? block.tool_use_id ?? ''] : []))

function illegalForOpenAi(turns: readonly Turn[]): string[] {
  const problems: string[] = []
  turns.forEach((turn, index) => {
    const calls = (turn.tool_calls ?? []).map(({ id }) => id)
    for (const { function: made } of turn.tool_calls ?? []) JSON.parse(made.arguments)
    const answers = turns.slice(index + 1, index + 1 + calls.length).map(({ role, tool_call_id: id }) => (role === 'tool' ? id : role))
    if (calls.join() !== answers.join()) problems.push(`calls ${calls.join()} are followed by ${answers.join()}`)
    if (turn.role === 'tool' && !['tool', 'assistant'].includes(turns[index - 1]?.role ?? '')) problems.push(`a stray result at ${index}`)
    if (turn.role === 'assistant' && !turn.content && calls.length === 0) problems.push(`an empty answer at ${index}`)
  })
  return problems
}

/** The ids of all calls that the last of these requests holds a result for. */
export function resultsIn(request: RecordedRequest | undefined): Map<string, string> {
  const results = new Map<string, string>()
  for (const turn of request ? turnsOf(request.body) : []) {
    for (const block of blocksOf(turn)) {
      if (block.type === 'tool_result') results.set(block.tool_use_id ?? '', JSON.stringify(block))
    }
  }
  return results
}
