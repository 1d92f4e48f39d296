// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEAF_MS } from '../../../../../renderer/features/approval/arming'
import type { ApprovalFacts, ClineAskMessage, ClineSayTool } from '../../../../../shared/messages'
import { answersIn, drawAsked } from '../../../../support/draw-asked'

const hunk = (line: number) => `@@ -${line} +${line} @@\n-old ${line}\n+new ${line}\n`
const tool = (data: Partial<ClineSayTool>, facts: Partial<ApprovalFacts> = {}): ClineAskMessage => ({
  type: 'ask',
  ask: 'tool',
  ts: 5,
  data: { tool: 'editedExistingFile', path: '/p/src/sum.js', status: 'awaiting_approval', ...data },
  approval: { summary: 'Edit src/sum.js', reason: 'writes to the project', ...facts },
})
const twoHunks = tool({ diff: hunk(1) + hunk(40), added: 2, removed: 2 })
const command = (facts: Partial<ApprovalFacts> = {}): ClineAskMessage => ({
  type: 'ask',
  ask: 'command',
  ts: 5,
  data: { command: 'npm test && rm -rf cache', cwd: '/p', status: 'awaiting_approval' },
  approval: { summary: 'Run npm test and rm', reason: 'deletes files', ...facts },
})

const press = (element: Element, key: string, more = {}) => act(async () => void fireEvent.keyDown(element, { key, ...more }))
const click = (element: Element) => act(async () => void fireEvent.click(element))
const write = (element: Element, value: string) => act(async () => void fireEvent.change(element, { target: { value } }))
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'requestAnimationFrame'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the hunks of an edit', () => {
  it('are all taken by default, and the answer is a plain approval', async () => {
    const app = await drawAsked(twoHunks)
    await click(button('Save'))
    expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked' }])
  })

  it('are each left out by a checkbox, with a reason that goes along', async () => {
    const app = await drawAsked(twoHunks)
    await click(screen.getByRole('checkbox', { name: 'Leave out change 2 of 2 in src/sum.js' }))
    await write(screen.getByRole('textbox', { name: 'Why you leave out change 2 of 2 in src/sum.js' }), ' Not this one ')
    expect(button('Save without 1 change').textContent).toBe('Save')
    expect(screen.getByText('1 of 2 changes left out. The agent is told which.')).toBeTruthy()
    await click(button('Save without 1 change'))
    expect(answersIn(app)).toEqual([
      { response: 'yesButtonClicked', amendment: { leftOut: [{ file: 0, hunk: 1, reason: 'Not this one' }] } },
    ])
  })

  it('are approved by key from the field of the reason, where Enter alone does nothing', async () => {
    const app = await drawAsked(twoHunks)
    await click(screen.getByRole('checkbox', { name: /change 1 of 2/ }))
    const reason = screen.getByRole('textbox', { name: /Why/ })
    await press(reason, 'Enter')
    expect(answersIn(app)).toEqual([])
    await press(reason, 'Enter', { ctrlKey: true })
    expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked', amendment: { leftOut: [{ file: 0, hunk: 0 }] } }])
  })

  it('are all rejected as ever, whatever was left out', async () => {
    const app = await drawAsked(twoHunks)
    await click(screen.getByRole('checkbox', { name: /change 1 of 2/ }))
    await click(button('Reject'))
    expect(answersIn(app)).toEqual([{ response: 'noButtonClicked' }])
  })

  it('say so when nothing is left of the edit', async () => {
    await drawAsked(twoHunks)
    for (const box of screen.getAllByRole('checkbox', { name: /Leave out/ })) await click(box)
    expect(screen.getByText('Every change is left out: nothing is written, and the agent is told why.')).toBeTruthy()
  })

  it('offer no choice where there is only one: that is what Reject is for', async () => {
    await drawAsked(tool({ diff: hunk(1) }))
    expect(screen.queryByRole('checkbox', { name: /Leave out/ })).toBeNull()
  })

  it('are counted within each file of a patch', async () => {
    const file = (path: string, diff: string) => ({ path, tool: 'editedExistingFile' as const, diff, added: 1, removed: 1 })
    const app = await drawAsked(tool({ path: undefined, files: [file('/p/a.js', hunk(1)), file('/p/b.js', hunk(1) + hunk(9))] }))
    expect(within(screen.getByRole('region', { name: 'Edit a.js' })).getAllByRole('checkbox')).toHaveLength(1)
    await click(screen.getByRole('checkbox', { name: 'Leave out change 2 of 2 in b.js' }))
    await click(button(/^Save/))
    expect(answersIn(app)[0]?.amendment).toEqual({ leftOut: [{ file: 1, hunk: 1 }] })
  })
})

describe('editing before approving', () => {
  it('runs the command as it was written anew, and only by the key that approves', async () => {
    const app = await drawAsked(command())
    await click(button('Edit'))
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Command to run' })
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('npm test && rm -rf cache')
    await write(field, 'npm test')
    expect(screen.queryByText(/deletes files/i)).toBeNull()
    await press(field, 'Enter')
    expect(answersIn(app)).toEqual([])
    await press(field, 'Enter', { ctrlKey: true })
    expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked', amendment: { command: 'npm test' } }])
  })

  it('is a plain approval while the text is the same', async () => {
    const app = await drawAsked(command())
    await click(button('Edit'))
    await click(button('Run Command'))
    expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked' }])
  })

  it('brings back what was proposed with Escape, and the focus stays in the card', async () => {
    const app = await drawAsked(command())
    await click(button('Edit'))
    await write(screen.getByRole('textbox', { name: 'Command to run' }), 'ls')
    await press(screen.getByRole('textbox', { name: 'Command to run' }), 'Escape')
    expect(screen.queryByRole('textbox', { name: 'Command to run' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Waiting for you' }))
    await click(button('Run Command'))
    expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked' }])
  })

  it('runs no command without a word', async () => {
    const app = await drawAsked(command())
    await click(button('Edit'))
    await write(screen.getByRole('textbox', { name: 'Command to run' }), ' ')
    expect(button('Run Command').disabled).toBe(true)
    await press(screen.getByRole('textbox', { name: 'Command to run' }), 'Enter', { ctrlKey: true })
    expect(answersIn(app)).toEqual([])
  })

  it('is open to the text of a new file, which the diff holds whole', async () => {
    const app = await drawAsked(tool({ tool: 'newFileCreated', diff: '@@ -0,0 +1,2 @@\n+one\n+two\n', added: 2, removed: 0 }))
    await click(button('Edit'))
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New text of src/sum.js' })
    expect(field.value).toBe('one\ntwo\n')
    await write(field, 'one\n')
    await click(button('Save'))
    expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked', amendment: { text: 'one\n' } }])
  })

  it('is open to the new text of a file that is there, where main gives it', async () => {
    const app = await drawAsked(tool({ diff: hunk(1) + hunk(40) }, { text: 'new 1\n…\nnew 40\n' }))
    await click(screen.getByRole('checkbox', { name: /change 1 of 2/ }))
    await click(button('Edit'))
    await write(screen.getByRole('textbox', { name: 'New text of src/sum.js' }), 'mine\n')
    await click(button('Save'))
    expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked', amendment: { text: 'mine\n' } }])
  })

  it('is not offered where the card does not hold the whole text', async () => {
    await drawAsked(twoHunks)
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  it('opens by key', async () => {
    await drawAsked(command())
    await press(document.body, 'e', { ctrlKey: true })
    expect(screen.getByRole('textbox', { name: 'Command to run' })).toBeTruthy()
  })
})

describe('the parts of a command that matter', () => {
  const marks = [
    { start: 0, end: 8, kind: 'reads' as const, why: 'only reads' },
    { start: 12, end: 24, kind: 'deletes' as const, why: 'deletes 3 files' },
  ]

  it('are marked in it and explained below, and the command stays whole', async () => {
    await drawAsked(command({ marks }))
    const shown = screen.getByRole('group', { name: 'Command' })
    expect(shown.textContent).toBe('npm test && rm -rf cache')
    const marked = [...shown.querySelectorAll('[data-mark="deletes"]')].map(({ textContent }) => textContent)
    expect(marked.join('')).toBe('rm -rf cache')
    const legend = screen.getByRole('list', { name: 'What matters in it' })
    expect(legend.textContent).toBe('Deletesrm -rf cachedeletes 3 files')
    expect(shown.getAttribute('aria-describedby')).toBe(legend.id)
  })

  it('are red where they are grave, in it and below', async () => {
    await drawAsked(command({ marks: [{ start: 0, end: 8, kind: 'runs', why: 'runs what curl fetches', grave: true }, ...marks] }))
    const [shown, legend] = [screen.getByRole('group', { name: 'Command' }), screen.getByRole('list', { name: 'What matters in it' })]
    expect(shown.querySelector('[data-grave]')?.getAttribute('title')).toBe('Runs: runs what curl fetches')
    expect([...legend.querySelectorAll('[data-grave]')].map(({ textContent }) => textContent)).toEqual(['Runs'])
  })
})

it('holds the whole of a diff of ordinary length: what is below is read by scrolling', async () => {
  const text = Array.from({ length: 60 }, (_, index) => `+row ${index}\n`).join('')
  await drawAsked(tool({ diff: `@@ -0,0 +1,60 @@\n${text}`, added: 60, removed: 0 }))
  expect(screen.getByText('row 59')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

it('shows a long path whole, which the heading shortens', async () => {
  const path = `packages/${'deep/'.repeat(20)}file.ts`
  await drawAsked(tool({ path, diff: hunk(1) }, { summary: `Edit ${path}` }))
  expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('…')
  expect(screen.getByText(path)).toBeTruthy()
})

describe('rules at the click', () => {
  const offers = [
    { id: 'exact', subjects: [], words: 'exactly this command' },
    { id: 'program', subjects: [], words: 'npm test with any arguments' },
  ]

  it('are offered with what they cover and where, and approve at once', async () => {
    const app = await drawAsked(command({ offers }))
    await press(button('Always…'), 'Enter')
    const group = screen.getByRole('group', { name: 'npm test with any arguments' })
    await click(within(group).getByRole('menuitem', { name: 'Allow in this project' }))
    expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked', rule: { offerId: 'program', scope: 'project' } }])
  })

  it('are not made by the key that approves, also while their button has the focus', async () => {
    const app = await drawAsked(command({ offers }))
    button('Always…').focus()
    await press(button('Always…'), 'Enter', { ctrlKey: true })
    expect(screen.queryByRole('menu')).toBeNull()
    expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked' }])
  })

  it('leave the focus in the message box', async () => {
    await drawAsked(command({ offers }))
    await press(button('Always…'), 'Enter')
    await click(screen.getAllByRole('menuitem', { name: 'Allow for this task' })[0] ?? document.body)
    await act(async () => vi.advanceTimersByTime(100))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
  })

  it('say on the button until when they hold', async () => {
    vi.setSystemTime(new Date('2026-03-01T10:00:00Z'))
    const app = await drawAsked(command({ offers }))
    await press(button('Always…'), 'Enter')
    await click(screen.getByRole('menuitemradio', { name: 'For one hour' }))
    await click(screen.getAllByRole('menuitem', { name: 'Allow for this task, for one hour' })[0] ?? document.body)
    expect(answersIn(app)[0]?.rule).toMatchObject({ offerId: 'exact', scope: 'task' })
    expect(answersIn(app)[0]?.rule?.until).toBe(Date.parse('2026-03-01T11:00:00Z') + DEAF_MS)
  })

  it('are not offered for what nobody may allow, nor for a command that was edited', async () => {
    const app = await drawAsked(command())
    expect(screen.queryByRole('button', { name: 'Always…' })).toBeNull()
    await app.push((bridge) => bridge.pushOps({ op: 'row.patch', ts: 5, patch: { approval: { summary: 's', reason: 'r', offers } } }))
    expect(button('Always…')).toBeTruthy()
    await click(button('Edit'))
    expect(screen.queryByRole('button', { name: 'Always…' })).toBeNull()
  })

  it('wait as long as the other answers, and are open by key', async () => {
    const app = await drawAsked(command({ offers }))
    await act(async () => void window.dispatchEvent(new Event('blur')))
    expect(button('Always…').disabled).toBe(true)
    await press(document.body, 'E', { ctrlKey: true, shiftKey: true })
    expect(screen.queryByRole('menu')).toBeNull()
    await act(async () => vi.advanceTimersByTime(DEAF_MS))
    await press(document.body, 'E', { ctrlKey: true, shiftKey: true })
    await act(async () => vi.advanceTimersByTime(50))
    expect(screen.getByRole('menu')).toBeTruthy()
    expect(answersIn(app)).toEqual([])
  })
})

it('several reads in one card are listed and answered at once', async () => {
  const also = [
    { callId: 'c2', summary: 'Read src/b.js' },
    { callId: 'c3', summary: 'List src' },
  ]
  const app = await drawAsked(tool({ tool: 'readFile', also }))
  const list = screen.getByRole('list', { name: 'Asked together' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Read src/sum.js', 'Read src/b.js', 'List src'])
  expect(screen.getByRole('heading', { name: 'Edit src/sum.js and 2 more' })).toBeTruthy()
  expect(screen.getByText('One answer counts for all 3.')).toBeTruthy()
  await click(button('Approve'))
  expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked' }])
})

it('a row that asks once more is heard again after its half second, and nothing of the first answer is left', async () => {
  const app = await drawAsked(twoHunks)
  await click(screen.getByRole('checkbox', { name: /change 2 of 2/ }))
  await click(button(/^Save/))
  await app.push((bridge) => bridge.pushOps({ op: 'row.patch', ts: 5, patch: { approval: { summary: 's', reason: 'drops most of it' } } }))
  expect(button('Save').disabled).toBe(true)
  await act(async () => vi.advanceTimersByTime(DEAF_MS))
  await click(button('Save'))
  expect(answersIn(app).map(({ amendment }) => amendment)).toEqual([{ leftOut: [{ file: 0, hunk: 1 }] }, undefined])
})
