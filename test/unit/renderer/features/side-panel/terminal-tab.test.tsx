// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { CommandCard } from '../../../../../renderer/cards/command-card'
import { MESSAGE_BOX_ID } from '../../../../../renderer/features/composer/composer-focus'
import { InputLine } from '../../../../../renderer/cards/terminal/input-line'
import { TerminalTab } from '../../../../../renderer/features/side-panel/terminal-tab'
import { Announcer } from '../../../../../renderer/ui/announcer'
import { durationOf } from '../../../../../renderer/words/duration'
import type { Job } from '../../../../../shared/jobs'
import { failed } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const job = (more: Partial<Job> = {}): Job => ({
  terminalId: 't1',
  name: 'npm run dev',
  command: 'npm run dev -- --host',
  cwd: '/p',
  state: 'running',
  lastLine: 'ready in 312 ms',
  startedAt: Date.now() - 185_000,
  ...more,
})

async function draw(jobs: readonly Job[]) {
  const app = await renderWithApp(null, { currentSessionId: 's1', cwd: '/p', jobs: [...jobs] })
  app.bridge.answerWith('terminal.open', () => failed({ code: 'not_found', message: 'No such screen.' }))
  app.redraw(<TerminalTab />)
  return app
}

describe('the commands in the background', () => {
  it('say what stands there while there is none', async () => {
    await draw([])
    expect(screen.getByText(/No command is in the background/)).toBeTruthy()
  })

  it('say their name, how they stand, their last line, their port and how long they have run', async () => {
    await draw([job({ port: 5173 }), job({ terminalId: 't2', name: 'npm test', state: 'ended', exitCode: 1, lastLine: '1 failed' })])
    const [running, ended] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(running).toContain('npm run dev')
    expect(running).toContain('ready in 312 ms')
    expect(running).toMatch(/Running3 minPort 5173$/)
    expect(ended).toMatch(/Failed.*npm test.*1 failed.*Exit 1$/)
  })

  it('lead to their port only through the question that every link asks', async () => {
    const { parts, bridge } = await draw([job({ port: 5173 })])
    await userEvent.click(screen.getByRole('button', { name: 'Open port 5173 in your browser' }))
    expect(parts.store.getState().ui.pendingLink).toBe('http://localhost:5173/')
    expect(bridge.inputsOf('link.open')).toEqual([])
  })

  it('are stopped and typed into where they are looked at', async () => {
    const { bridge } = await draw([job()])
    await userEvent.click(screen.getByRole('button', { name: /ready in 312 ms/ }))
    expect(await screen.findByText('Its output cannot be shown any more.')).toBeTruthy()
    await userEvent.type(screen.getByRole('textbox', { name: 'Type into npm run dev' }), 'rs{Enter}')
    expect(bridge.inputsOf('terminal.input')).toEqual([{ sessionId: 's1', terminalId: 't1', data: 'rs\r' }])
    await userEvent.click(screen.getByRole('button', { name: 'Stop npm run dev' }))
    expect(bridge.inputsOf('job.stop')).toEqual([{ sessionId: 's1', terminalId: 't1' }])
  })

  it('take a password hidden', async () => {
    const { push } = await draw([job({ state: 'waiting', waitsForInput: 'line' })])
    await userEvent.click(screen.getByRole('button', { name: /ready in 312 ms/ }))
    expect(screen.getByRole('textbox', { name: 'Type into npm run dev' })).toBeTruthy()
    const waiting = job({ state: 'waiting', waitsForInput: 'hidden' })
    await push((bridge) => bridge.pushOps({ op: 'set', key: 'jobs', value: [waiting] }))
    expect(screen.getByLabelText<HTMLInputElement>('Hidden input for npm run dev').type).toBe('password')
  })

  it('keep the focus when they end while it is in them', async () => {
    const { push } = await draw([job()])
    await userEvent.click(screen.getByRole('button', { name: /ready in 312 ms/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Stop npm run dev' }))
    await push((bridge) => bridge.pushOps({ op: 'set', key: 'jobs', value: [job({ state: 'ended', signal: 'SIGTERM' })] }))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /npm run dev/ }))
  })

  it('offer nothing to type into once they have ended', async () => {
    await draw([job({ state: 'ended', exitCode: 0 })])
    await userEvent.click(screen.getByRole('button', { name: /npm run dev/ }))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull()
  })
})

describe('what is typed into a command', () => {
  const line = (waitsFor: 'line' | 'hidden' | undefined) => (
    <Announcer>
      <InputLine terminalId="t1" name="ssh box" waitsFor={waitsFor} />
    </Announcer>
  )

  it('is an empty line where the person only presses Enter', async () => {
    const { bridge } = await renderWithApp(line('line'), { currentSessionId: 's1' })
    expect(screen.getByText('It waits for input.')).toBeTruthy()
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe('ssh box waits for input')
    await userEvent.click(screen.getByRole('button', { name: 'Enter' }))
    expect(bridge.inputsOf('terminal.input').map(({ data }) => data)).toEqual(['\r'])
  })

  it('is not shown at a hidden prompt, and gone once it is sent', async () => {
    const { bridge } = await renderWithApp(line('hidden'), { currentSessionId: 's1' })
    const field = screen.getByLabelText<HTMLInputElement>('Hidden input for ssh box')
    expect(field.type).toBe('password')
    await userEvent.type(field, 'secret{Enter}')
    expect(bridge.inputsOf('terminal.input').map(({ data }) => data)).toEqual(['secret\r'])
    expect(field.value).toBe('')
  })

  it('never turns from hidden to seen, nor the other way', async () => {
    const { redraw } = await renderWithApp(line('hidden'), { currentSessionId: 's1' })
    await userEvent.type(screen.getByLabelText('Hidden input for ssh box'), 'half a sec')
    redraw(line('line'))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Type into ssh box' }).value).toBe('')
  })

  it('goes on in the field of the next prompt, whatever its kind', async () => {
    const { redraw } = await renderWithApp(line('line'), { currentSessionId: 's1' })
    await userEvent.type(screen.getByRole('textbox'), 'mira{Enter}')
    redraw(line('hidden'))
    expect(document.activeElement).toBe(screen.getByLabelText('Hidden input for ssh box'))
  })

  it('is taken by a hidden prompt at once where nobody writes anything, and never out of somebody’s hands', async () => {
    const withBox = (waitsFor: 'line' | 'hidden' | undefined) => (
      <>
        <textarea id={MESSAGE_BOX_ID} aria-label="Message" />
        {line(waitsFor)}
      </>
    )
    const { redraw } = await renderWithApp(withBox(undefined), { currentSessionId: 's1' })
    const box = screen.getByRole('textbox', { name: 'Message' })
    await userEvent.type(box, 'so')
    redraw(withBox('hidden'))
    expect(document.activeElement).toBe(box)
    await userEvent.clear(box)
    redraw(withBox('line'))
    expect(document.activeElement).toBe(box)
    redraw(withBox('hidden'))
    expect(document.activeElement).toBe(screen.getByLabelText('Hidden input for ssh box'))
  })

  it('leaves the focus to the message when the command ends in the chat', async () => {
    const inChat = (isRunning: boolean) => (
      <>
        <article>
          <button type="button">Copy command</button>
          {isRunning && line('hidden')}
        </article>
        <textarea id={MESSAGE_BOX_ID} aria-label="Message" />
      </>
    )
    const { redraw } = await renderWithApp(inChat(true), { currentSessionId: 's1' })
    await userEvent.type(screen.getByLabelText('Hidden input for ssh box'), 'secret{Enter}')
    redraw(inChat(false))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
  })

  it('stays in the field when the command did not take it', async () => {
    const { bridge } = await renderWithApp(line('line'), { currentSessionId: 's1' })
    bridge.answerWith('terminal.input', () => failed({ code: 'failed', message: 'It has ended.' }))
    await userEvent.type(screen.getByRole('textbox'), 'yes{Enter}')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('yes')
  })
})

it('a command in the chat that waits for input takes it in place, and can be stopped', async () => {
  const data = { command: 'npm login', cwd: '/p', status: 'running' as const, terminalId: 't1' }
  const app = await renderWithApp(null, { currentSessionId: 's1', cwd: '/p' })
  app.bridge.answerWith('terminal.open', () => failed({ code: 'not_found', message: 'No such screen.' }))
  app.redraw(<CommandCard row={{ ts: 1, type: 'say', say: 'command', data }} />)
  expect(screen.queryByRole('textbox')).toBeNull()
  app.redraw(<CommandCard row={{ ts: 1, type: 'say', say: 'command', data: { ...data, waitsForInput: 'line' } }} />)
  const form = screen.getByRole('textbox', { name: 'Type into npm login' }).closest('form') ?? document.body
  expect(within(form).getByRole('button', { name: 'Stop npm login' })).toBeTruthy()
  app.redraw(<CommandCard row={{ ts: 1, type: 'say', say: 'command', data }} />)
  expect(screen.getByRole('textbox', { name: 'Type into npm login' })).toBeTruthy()
})

it.each([
  [8_400, '8 s'],
  [60_000, '1 min'],
  [3_600_000, '1 h'],
  [12_000_000, '3 h 20 min'],
])('%d ms are read as %s', (ms, words) => expect(durationOf(ms)).toBe(words))
