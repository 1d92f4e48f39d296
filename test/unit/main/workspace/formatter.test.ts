import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createFiles } from '../../../../main/workspace/files'
import { createFormatter } from '../../../../main/workspace/formatter'
import type { FormatRule } from '../../../../shared/settings'
import { processesWith } from '../../../support/processes'
import { tempWorkspace } from '../../../support/temp-workspace'
import { eventually } from '../../../support/eventually'

const never = new AbortController().signal

async function open(files: Readonly<Record<string, string>>, rules: readonly FormatRule[], maxTimeMs?: number) {
  const cwd = await tempWorkspace(files)
  const variables = () => Promise.resolve({ PATH: process.env['PATH'] ?? '', OWN: 'yes' })
  const formatter = createFormatter(() => rules, { cwd, variables, ...(maxTimeMs === undefined ? {} : { maxTimeMs }) })
  const format = async (path: string, signal = never) => formatter.format(await createFiles(cwd).resolve(path), signal)
  return { cwd, format, text: (path: string) => readFile(join(cwd, path), 'utf8') }
}

describe('the formatter of a person', () => {
  it('is the first whose glob fits, in any folder', async () => {
    const { format, text } = await open({ 'a.ts': '', 'sub/b.ts': '', 'c.md': '' }, [
      { glob: 'sub/*.ts', command: 'echo sub >' },
      { glob: '*.ts', command: 'echo any >' },
    ])
    expect(await format('a.ts')).toEqual({ kind: 'ran', command: 'echo any >' })
    expect(await format('sub/b.ts')).toEqual({ kind: 'ran', command: 'echo sub >' })
    expect(await format('c.md')).toEqual({ kind: 'none' })
    expect([await text('a.ts'), await text('sub/b.ts'), await text('c.md')]).toEqual(['any\n', 'sub\n', ''])
  })

  it('is given the path as one word, whatever it holds', async () => {
    const name = 'a b"; touch evil; $(touch evil) \'.ts'
    const { format, text, cwd } = await open({ [name]: '' }, [{ glob: '*.ts', command: 'printf %s ok > {file}; true' }])
    expect(await format(name)).toMatchObject({ kind: 'ran' })
    expect(await text(name)).toBe('ok')
    await expect(readFile(join(cwd, 'evil'))).rejects.toThrow()
  })

  it('sees the variables that commands see, and no others', async () => {
    vi.stubEnv('SOME_API_KEY', 'canary')
    const { format, text } = await open({ 'a.ts': '' }, [{ glob: '*.ts', command: 'env >' }])
    await format('a.ts')
    expect(await text('a.ts')).toMatch(/^OWN=yes$/m)
    expect(await text('a.ts')).not.toContain('canary')
    vi.unstubAllEnvs()
  })

  it('never runs for a file outside the project', async () => {
    const outside = await tempWorkspace({ 'a.ts': 'x' })
    const { format } = await open({}, [{ glob: '*', command: 'false' }])
    expect(await format(join(outside, 'a.ts'))).toEqual({ kind: 'none' })
  })

  it('is ended with all that it started when it takes too long', async () => {
    const { format } = await open({ 'a.ts': '' }, [{ glob: '*.ts', command: 'sleep 61.25 & sleep 61.25; true' }], 300)
    expect(await format('a.ts')).toMatchObject({ kind: 'failed', message: 'it took longer than 0.3 s and was ended.' })
    // What has ended has no command line any more, even before anybody asked for its exit.
    await eventually(() => expect(processesWith('sleep\x0061.25')).toEqual([]))
  })

  it('is ended when the task is cancelled', async () => {
    const { format } = await open({ 'a.ts': '' }, [{ glob: '*.ts', command: 'sleep 60; true' }])
    const cancel = new AbortController()
    const formatted = format('a.ts', cancel.signal)
    cancel.abort(new Error('cancelled'))
    await expect(formatted).rejects.toThrow('cancelled')
  })

  it('says what went wrong', async () => {
    const { format } = await open({ 'a.ts': '' }, [{ glob: '*.ts', command: 'echo no such option >&2; exit 2; true' }])
    expect(await format('a.ts')).toMatchObject({ kind: 'failed', message: 'it ended with exit code 2. no such option' })
    const long = 'i=0; while [ $i -lt 4000 ]; do echo a rather long line; i=$((i+1)); done; echo the last word; sleep 61.75 & exit 2; true'
    const { format: formatLong } = await open({ 'a.ts': '' }, [{ glob: '*.ts', command: `sh -c '${long}'` }])
    expect(await formatLong('a.ts')).toMatchObject({ kind: 'failed', message: expect.stringMatching(/exit code 2[^]*\nthe last word$/) })
    for (const pid of processesWith('sleep\x0061.75')) process.kill(pid)
  })
})
