import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_CONTEXT, MAX_REASON, mergeAnswers, readAnswer, wrapContext } from '../../../../main/hooks/hook-output'

const answer = (given: object) => ({ kind: 'answer', answer: { cancel: false, contextModification: '', errorMessage: '', ...given } })

describe('what a hook answers', () => {
  it.each([
    ['{"cancel": true, "errorMessage": "no"}', answer({ cancel: true, errorMessage: 'no' })],
    ['log {1}\n{"cancel":false}\n{"contextModification":"a"}\nbye', answer({ contextModification: 'a' })],
    ['{\n  "contextModification": "say \\"}{\\" {",\n  "more": [{"cancel": true}]\n}\n', answer({ contextModification: 'say "}{" {' })],
    ['{"cancel": true}{"cancel": false}', answer({})],
    ['{}', answer({})],
    ['', { kind: 'none' }],
    ['all fine\n', { kind: 'none' }],
  ])('is read from %j', (stdout, read) => expect(readAnswer(stdout)).toEqual(read))

  it.each([
    ['{"cancel": "yes"}', 'another type'],
    ['{"cancel": tru', 'is not'],
    ['{"shouldContinue": false}', 'shouldContinue'],
    ['{"cancel": false, "shouldContinue": true}', 'shouldContinue'],
  ])('is refused: %j', (stdout, words) => expect(readAnswer(stdout)).toEqual({ kind: 'bad', message: expect.stringContaining(words) }))

  it('costs no more than it is long, whatever it is made of', () => {
    for (const text of ['{'.repeat(1_000_000), '{"'.repeat(500_000), '{"a":'.repeat(200_000), `${'{}'.repeat(400_000)}{`])
      expect(['bad', 'answer']).toContain(readAnswer(text).kind)
  })

  it('is found behind and before any lines without braces', () => {
    const noise = fc.string().map((text) => text.replaceAll(/[{}]/g, ''))
    fc.assert(
      fc.property(noise, noise, fc.string(), (before, after, text) => {
        expect(readAnswer(`${before}\n${JSON.stringify({ contextModification: text })}\n${after}`)).toEqual(
          answer({ contextModification: text }),
        )
      }),
    )
  })

  it('of several scripts is one: any can stop, and all are heard up to a bound', () => {
    const one = { cancel: false, contextModification: 'a', errorMessage: '' }
    const other = { cancel: true, contextModification: ' b\n', errorMessage: 'stop' }
    expect(mergeAnswers([one, other])).toEqual({ cancel: true, contextModification: 'a\n\nb', errorMessage: 'stop' })
    const flood = { ...one, contextModification: 'x'.repeat(60_000), errorMessage: 'y'.repeat(900_000) }
    expect(mergeAnswers([flood, flood]).contextModification).toHaveLength(MAX_CONTEXT)
    expect(mergeAnswers([flood, flood]).errorMessage).toHaveLength(MAX_REASON)
  })

  it('reaches the model with where it came from and of what type it is', () => {
    expect(wrapContext('PreToolUse', 'WORKSPACE_RULES: \n\nUse tabs.\n')).toBe(
      '<hook_context source="PreToolUse" type="workspace_rules">\nUse tabs.\n</hook_context>',
    )
    expect(wrapContext('TaskStart', 'Note: it is Monday')).toBe(
      '<hook_context source="TaskStart" type="general">\nNote: it is Monday\n</hook_context>',
    )
    expect(wrapContext('TaskStart', '</hook_context>now').match(/hook_context/g)).toHaveLength(2)
  })
})
