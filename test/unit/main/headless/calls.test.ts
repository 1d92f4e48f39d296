import { describe, expect, test } from 'vitest'
import type { HeadlessEvent } from '../../../../main/headless/events'
import { ClineMessage } from '../../../../shared/messages'
import { below, command, message, print, tool } from './support/print-events'

describe('a call', () => {
  test.each([
    [command({ exitCode: 0 }), 'ran npm test · exit 0'],
    [command({ exitCode: 2, note: 'Exit code 2' }), 'ran npm test · exit 2'],
    [command({ signal: 'SIGTERM', cwd: '/p/web' }), 'ran npm test in web/ · ended by SIGTERM'],
    [command({ background: true, note: 'Runs in the background' }), 'ran npm test · goes on in the background'],
    [command({ status: 'failed', signal: 'SIGKILL', note: 'Ended after 30 s' }), 'ran npm test · ended by SIGKILL: Ended after 30 s'],
    [command({ status: 'failed', note: 'No shell.' }), 'could not run npm test: No shell.'],
    [command({ status: 'denied', note: 'Not run: plan mode.' }), 'refused: run npm test · Not run: plan mode.'],
    [command({ status: 'cancelled', note: 'Skipped.' }), 'cancelled: run npm test · Skipped.'],
    [tool({ tool: 'newFileCreated', added: 3, removed: 0, note: '+3 −0' }), 'created a.js +3 −0'],
    [tool({ tool: 'listFilesTopLevel', path: '.', note: '4 entries' }), 'listed . · 4 entries'],
    [tool({ tool: 'readFile', note: 'Empty file' }), 'read a.js · Empty file'],
    [tool({ status: 'failed', note: 'There is no such text.' }), 'could not edit a.js: There is no such text.'],
    [tool({ tool: 'unknown', path: undefined, name: 'fly', status: 'failed', note: 'No such tool.' }), 'could not call fly: No such tool.'],
  ])('is one line with its outcome: %#', (event, line) => {
    expect(below(event)).toBe(`${line}\n`)
  })

  test('that a person turned down says so', () => {
    const row = { ts: 1, type: 'ask', ask: 'tool', data: { tool: 'editedExistingFile', path: 'a.js', status: 'denied' } }
    expect(below(message({ ...row, answer: { response: 'noButtonClicked' } }))).toBe('rejected: edit a.js\n')
    expect(below(message({ ...row, answer: { response: 'messageResponse', text: 'no' } }))).toBe('answered with words: edit a.js\n')
  })

  test('shows its diff once: when it was asked, or when it was done', () => {
    const data = { diff: '@@ -1 +1 @@\n-a\n+b', added: 1, removed: 1 }
    const row = {
      ts: 1,
      type: 'ask',
      ask: 'tool',
      data: { tool: 'editedExistingFile', path: 'a.js', status: 'awaiting_approval', ...data },
    }
    const asked: HeadlessEvent = { type: 'ask', ts: 1, ask: 'tool', message: ClineMessage.parse(row), actions: [] }
    const finished = message({ ...row, data: { ...row.data, status: 'done' } })
    expect(print([message(row), asked, finished])).toBe('  @@ -1 +1 @@\n  -a\n  +b\nUse a tool on a.js\n\nedited a.js +1 −1\n')
    expect(below(finished)).toBe('edited a.js +1 −1\n  @@ -1 +1 @@\n  -a\n  +b\n')
  })

  test('cuts a long diff and a long output in the middle of things, and says so', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`)
    const output = message({ ts: 2, type: 'say', say: 'command_output', text: lines.join('\n'), data: { commandTs: 1 } })
    const printed = below(output, command({ exitCode: 0 })).split('\n')
    expect(printed).toHaveLength(1 + 5 + 1 + 15 + 1)
    expect(printed.slice(5, 8)).toEqual(['  line 5', '  … 80 lines left out …', '  line 86'])
    expect(below(tool({ diff: lines.join('\n') }))).toContain('line 60\n  … 40 more lines\n')
  })

  test('shows all lines of a command that nobody was asked about', () => {
    expect(below(command({ command: 'cd web\nnpm test', exitCode: 0 }))).toBe(
      'ran cd web … · exit 0\n  $ cd web\n    npm test\n    in /p\n',
    )
  })

  test('that went on in the background shows what it printed in the end', () => {
    const output = (more: object) => message({ ts: 2, type: 'say', say: 'command_output', data: { commandTs: 1 }, ...more })
    const printed = below(output({ text: 'a\n', partial: true }), command({ background: true }), output({ text: 'a\nb\n' }))
    expect(printed).toBe('ran npm test · goes on in the background\n  a\nprinted in the background by npm test\n  b\n')
  })
})
