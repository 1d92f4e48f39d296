import { describe, expect, test } from 'vitest'
import { runProgram } from '../../../../main/headless/run-program'

const node = (script: string, limitMs = 10_000) => runProgram(process.execPath, ['-e', script], limitMs)

describe('a program that is asked something', () => {
  test('gives its output and exit code', async () => {
    expect(await node('console.log("v1"); process.exit(3)')).toEqual({ kind: 'ended', code: 3, output: 'v1\n' })
  })

  test('may not be there', async () => {
    expect(await runProgram('/nowhere/at-all', [], 1000)).toEqual({ kind: 'not_started' })
  })

  test('gets no input to wait for', async () => {
    expect(await node('process.stdin.on("end", () => console.log("end")).resume()')).toMatchObject({ output: 'end\n' })
  })

  test.skipIf(process.platform === 'win32')(
    'is ended with all it started when it is too slow, and whoever holds the pipe is not waited for',
    async () => {
      const script = 'trap "" TERM; sleep 1000 & sleep 1000; wait'
      expect(await runProgram('/bin/sh', ['-c', script], 50)).toEqual({ kind: 'too_slow' })
    },
  )
})
