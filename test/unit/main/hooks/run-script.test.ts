import { describe, expect, it } from 'vitest'
import { runScript } from '../../../../main/hooks/run-script'
import { mergeAnswers } from '../../../../main/hooks/hook-output'

const KEY = 'the-key'
const hook = {
  name: 'PreToolUse',
  source: 'global',
  path: '/hooks/PreToolUse',
  isRequired: false,
  prepare: () => Promise.resolve('x'),
} as const

/** A script that prints this, piece by piece, and ends with a code. */
async function said(pieces: readonly (readonly ['stdout' | 'stderr', string])[], exitCode = 0) {
  let output = ''
  const end = await runScript(
    hook,
    {
      run: ({ onOutput }) => {
        for (const [stream, text] of pieces) onOutput(stream, text)
        return Promise.resolve({ exited: Promise.resolve({ exitCode, isTooLong: false }), end: () => Promise.resolve() })
      },
      endAll: () => Promise.resolve(),
    },
    {
      cwd: '/',
      env: {},
      input: '',
      platform: 'linux',
      timeMs: 60_000,
      signal: new AbortController().signal,
      onOutput: (text) => {
        output += text
      },
      mask: (text) => text.replaceAll(KEY, '[secret]'),
    },
  )
  return { ...end, output }
}

describe('what a script says', () => {
  it('holds no key that is cut between two pieces, or by the other stream', async () => {
    const { output } = await said([
      ['stdout', 'It is the-'],
      ['stderr', 'noise\n'],
      ['stdout', 'key now.\n'],
      ['stderr', 'the-k'],
      ['stderr', 'ey'],
    ])
    expect(output.split('noise\n').join('').split('It is [secret] now.\n').join('')).toBe('[secret]')
  })

  it('holds no part of a key where it is cut for its length', async () => {
    const long = { cancel: true, contextModification: `${'x'.repeat(49_996)}${KEY}`, errorMessage: `${'y'.repeat(3_996)}${KEY}` }
    const { answer } = await said([['stdout', JSON.stringify(long)]])
    const merged = mergeAnswers(answer ? [answer] : [])
    expect(`${merged.contextModification.slice(-8)} ${merged.errorMessage.slice(-8)}`).toBe('xxxx[sec yyyy[sec')
    const { error } = await said([['stderr', `${KEY}${'z'.repeat(1_996)}`]], 1)
    expect(error?.details?.slice(0, 8)).toBe('ret]zzzz')
  })
})
