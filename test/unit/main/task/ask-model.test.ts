import { expect, it } from 'vitest'
import { ProviderError } from '../../../../main/providers/provider-error'
import { askModel } from '../../../../main/task/ask-model'
import { answer, type ScriptedAnswer, scriptedProvider, text } from '../../../support/scripted-provider'

async function asked(script: ScriptedAnswer) {
  const paid: (number | undefined)[] = []
  const heard: string[] = []
  const question = { instructions: 'Answer.', text: 'Why?', taskId: 't', heard: (answer: string) => heard.push(answer) }
  const used = ({ tokensIn }: { readonly tokensIn?: number }) => paid.push(tokensIn)
  const given = await askModel(scriptedProvider([script]).handler, { ...question, used }, new AbortController().signal).catch(
    (error: unknown) => (error instanceof ProviderError ? error.facts.kind : error),
  )
  return { given, paid, heard }
}

const usage = { type: 'usage', inputTokens: 10, outputTokens: 5 } as const
const busy = { type: 'fail', error: new ProviderError({ kind: 'busy', message: 'Busy.' }) } as const

it('gives the answer, tells it as it comes, and what it cost', async () => {
  expect(await asked(answer(text('It is so.')))).toEqual({ given: 'It is so.', paid: [10], heard: ['It ', 'It is ', 'It is so.'] })
})

it('is paid for also where no whole answer came', async () => {
  expect(await asked([...text('It '), usage, busy])).toMatchObject({ given: 'busy', paid: [10] })
  expect(await asked(answer())).toMatchObject({ given: 'empty', paid: [10] })
  expect(await asked([...text('It is'), usage])).toMatchObject({ given: 'network', paid: [10] })
  expect(await asked([busy])).toMatchObject({ given: 'busy', paid: [] })
})
