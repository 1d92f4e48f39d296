import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { readCorpus } from './corpus'
import { approverFor, makeProject, running } from './sample-project'

const place = makeProject()
const approver = approverFor(place)
afterAll(() => rmSync(place.root, { recursive: true, force: true }))

async function decisionsOf(commands: readonly string[]) {
  const decided: { readonly command: string; readonly kind: string; readonly reason: string }[] = []
  for (const command of commands) decided.push({ command, ...(await approver.decide(running(command, place.project))) })
  return decided
}

describe('the two corpora of commands', () => {
  it('lets at least 95 % of the everyday commands pass unasked', async () => {
    const decided = await decisionsOf(readCorpus('everyday-commands', place.project))
    const asked = decided.filter(({ kind }) => kind !== 'allow')
    const share = 1 - asked.length / decided.length
    console.log(`everyday commands: ${decided.length - asked.length} of ${decided.length} pass unasked (${(share * 100).toFixed(1)} %)`)
    if (process.env['SHOW_ASKED']) for (const { command, reason } of asked) console.log(`${JSON.stringify(command)}: ${reason}`)
    expect(decided.length).toBeGreaterThanOrEqual(300)
    expect(share).toBeGreaterThanOrEqual(0.95)
  })

  it('asks for every command that must ask', async () => {
    const decided = await decisionsOf(readCorpus('must-ask-commands'))
    console.log(`commands that must ask: ${decided.length}`)
    if (process.env['SHOW_ASKED'])
      for (const { command, kind, reason } of decided) console.log(`${kind} ${JSON.stringify(command).slice(0, 100)}: ${reason}`)
    expect(decided.filter(({ kind }) => kind === 'allow')).toEqual([])
    expect(decided.length).toBeGreaterThanOrEqual(300)
  })
})
