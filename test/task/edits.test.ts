import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { answer, complete, scriptedProvider, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'

const lines = Array.from({ length: 40 }, (_, at) => `line ${at}\n`)
const text = lines.join('')
const block = (search: string, replace: string) => `------- SEARCH\n${search}\n=======\n${replace}\n+++++++ REPLACE\n`
const patch = (...body: string[]) => ({ input: ['*** Begin Patch', ...body, '*** End Patch'].join('\n') })
const everythingApproved = { autoApproveAllToggled: true }

describe('edits within a task', () => {
  it('go on without the hunks that the person left out, and the model is told which and why', async () => {
    const diff = block('line 2', 'two') + block('line 30', 'thirty')
    const session = await TaskSession.open([answer(toolCall('replace_in_file', { path: 'a.txt', diff })), complete()], {
      files: { 'a.txt': text },
    })
    await session.start()
    await session.answer('tool', {
      response: 'yesButtonClicked',
      amendment: { leftOut: [{ file: 0, hunk: 1, reason: 'line 30 is right' }] },
    })
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'a.txt'), 'utf8')).toBe(lines.with(2, 'two\n').join(''))
    expect(session.results(1)[0]).toContain('part 2 of 2, because: line 30 is right')
    expect(session.results(1)[0]).toContain('-line 30\n+thirty')
  })

  it('write the text that the person made of them, which stands with the question and is gone with the answer', async () => {
    const session = await TaskSession.open(
      [answer(toolCall('replace_in_file', { path: 'a.txt', diff: block('line 2', 'two') })), complete()],
      { files: { 'a.txt': text } },
    )
    await session.start()
    const asked = await session.ask('tool')
    expect(asked.approval?.text).toBe(lines.with(2, 'two\n').join(''))
    const mine = lines.with(2, 'mine\n').join('')
    await session.answer('tool', { response: 'yesButtonClicked', amendment: { text: mine } })
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'a.txt'), 'utf8')).toBe(mine)
    expect(session.rows.find(({ ts }) => ts === asked.ts)).not.toHaveProperty('approval.text')
    expect(session.results(1)[0]).toContain('+mine')
  })

  it('are asked about where a person should look, although everything is approved', async () => {
    const session = await TaskSession.open(
      [answer(toolCall('write_to_file', { path: 'a.txt', content: 'line 0\n// ... rest of the file ...\n' })), complete()],
      {
        files: { 'a.txt': text },
        settings: everythingApproved,
      },
    )
    await session.start()
    const row = await session.ask('tool')
    expect(row.approval?.reason).toContain('It would leave 2 of the 40 lines in a.txt.')
    expect(row.approval?.reason).toContain('stand for code that was left out')
    await session.reject('tool')
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'a.txt'), 'utf8')).toBe(text)
    expect(session.results(1)[0]).toContain('It would leave 2 of the 40 lines')
  })

  it('ask before they change the encoding of a file, and keep it otherwise', async () => {
    const german = (...middle: string[]) => encode(['Ein schöner Tag für große Übungen', ...middle, ''].join('\r\n'), 'windows-1252')
    const session = await TaskSession.open(
      [
        answer(toolCall('replace_in_file', { path: 'a.txt', diff: block('müde', 'größer') })),
        answer(toolCall('replace_in_file', { path: 'a.txt', diff: block('größer', '→') })),
        complete(),
      ],
      { settings: everythingApproved },
    )
    await writeFile(join(session.cwd, 'a.txt'), german('müde'))
    await session.start()
    const row = await session.ask('tool')
    expect(await readFile(join(session.cwd, 'a.txt'))).toEqual(german('größer'))
    expect(row.approval).toMatchObject({ summary: 'Convert a.txt from windows-1252 to UTF-8: Edit one place in a.txt' })
    await session.reject('tool')
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'a.txt'))).toEqual(german('größer'))
  })

  it('of a patch are one question, and can be taken back one by one afterwards', async () => {
    const input = patch(
      '*** Update File: a.txt',
      ' line 4',
      '-line 5',
      '+five',
      '*** Delete File: b.txt',
      '*** Update File: c.txt',
      '*** Move to: d.txt',
    )
    const session = await TaskSession.open(scriptedProvider([answer(toolCall('apply_patch', input)), complete()], 'openai', 'gpt-5'), {
      files: { 'a.txt': text, 'b.txt': 'b\n', 'c.txt': 'c\n' },
    })
    await session.start()
    const row = await session.ask('tool')
    expect(row.approval?.summary).toBe('Change 3 files: edit a.txt, delete b.txt, move c.txt to d.txt')
    expect(row.data.files?.map(({ tool, path }) => `${tool} ${path}`)).toEqual([
      'editedExistingFile a.txt',
      'fileDeleted b.txt',
      'fileMoved c.txt',
    ])
    await session.approve('tool')
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'd.txt'), 'utf8')).toBe('c\n')
    const list = (await session.controller.changes?.list()) ?? []
    expect(list.map(({ kind, path }) => `${kind} ${path}`).toSorted()).toEqual([
      'created d.txt',
      'deleted b.txt',
      'deleted c.txt',
      'edited a.txt',
    ])
    await session.controller.changes?.toggle(list.map(({ id }) => id))
    expect(await readFile(join(session.cwd, 'b.txt'), 'utf8')).toBe('b\n')
    expect(await readFile(join(session.cwd, 'a.txt'), 'utf8')).toBe(text)
  })

  it('show what they would change while they stream', async () => {
    const diff = block('line 2', 'two') + block('line 30', 'thirty')
    const session = await TaskSession.open([answer(toolCall('replace_in_file', { path: 'a.txt', diff }, 3)), complete()], {
      files: { 'a.txt': text },
    })
    await session.start()
    const row = await session.ask('tool')
    expect(row.data).toMatchObject({ diff: expect.stringContaining('-line 2\n+two'), content: '', added: 2, removed: 2 })
    await session.approve('tool')
    await session.ask('completion_result')
  })

  it('keep what somebody did to the file while the question was open', async () => {
    const session = await TaskSession.open(
      [answer(toolCall('replace_in_file', { path: 'a.txt', diff: block('line 2', 'two') })), complete()],
      {
        files: { 'a.txt': text },
      },
    )
    await session.start()
    await session.ask('tool')
    await writeFile(join(session.cwd, 'a.txt'), lines.with(20, 'by hand\n').join(''))
    await session.approve('tool')
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'a.txt'), 'utf8')).toBe(lines.with(20, 'by hand\n').with(2, 'two\n').join(''))
    expect(session.results(1)[0]).toContain('those changes are kept')
  })
})
