import { describe, expect, it } from 'vitest'
import type { RecordedRequest } from '../support/model-server/model-server'
import type { ScriptedAnswer } from '../support/model-server/scripted-answer'
import { log, openProject, say } from './support/project'

const done = (result: string): ScriptedAnswer => ({ pieces: [{ tool: 'attempt_completion', input: { result } }] })

/** The task, and each of its subagents, by the words with which they began. */
function answerOf({ body }: RecordedRequest): ScriptedAnswer {
  const messages = Array.isArray(body['messages']) ? body['messages'] : []
  const began = JSON.stringify(messages[0])
  if (began.includes('wait for ever')) return { pieces: ['I look.', { gate: true }] }
  if (began.includes('find the plums')) return done('Plums are in b.txt.')
  if (messages.length > 1) return done('All that could be known is known.')
  return { pieces: [{ tool: 'use_subagents', input: { prompt_1: 'wait for ever', prompt_2: 'find the plums' } }] }
}

describe('subagents in the window', { timeout: 120_000 }, () => {
  it('show how they stand, open their logs, and stop one by one', async () => {
    const project = await openProject(answerOf, {}, { subagentsEnabled: true })
    const { page, close } = await project.open()
    await say(page, 'Look into both.')
    const card = log(page).getByRole('article', { name: /^2 agents/ })
    await card.getByRole('button', { name: 'Show result of agent 2' }).click()
    await card.getByText('Plums are in b.txt.').waitFor()
    expect(await card.getByRole('button', { name: /^Stop agent/ }).count()).toBe(1)

    await card.getByRole('button', { name: 'Log of agent 1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log of agent 1' })
    await dialog.getByText('I look.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await card.getByRole('button', { name: 'Stop agent 1' }).click()
    await log(page).getByText('All that could be known is known.').waitFor()
    await card.getByText('1 of 2 completed').waitFor()
    expect(await card.getByRole('button', { name: /^Stop agent/ }).count()).toBe(0)
    await card.getByRole('button', { name: 'Log of agent 1' }).click()
    await dialog.getByText('I look.').waitFor()
    await close()
  })
})
