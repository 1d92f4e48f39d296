import { rmSync } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toolStatusOf } from '../../shared/messages'
import { answer, complete, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'
import { readCorpus } from '../unit/main/approval/corpus'
import { makeProject } from '../unit/main/approval/sample-project'

/** Everything below a folder, links as links. */
async function contentsOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Promise.all(
    paths.map(async (path) => {
      const found = await lstat(path)
      return `${path} ${found.mtimeMs} ${found.isFile() ? await readFile(path, 'latin1') : ''}`
    }),
  )
}

/** Turns down every call that is asked about, until the script is over. Gives how many were. */
async function turnDownAll(session: TaskSession): Promise<number> {
  let turnedDown = 0
  for (;;) {
    const row = await session.openAsk()
    if (row.ask === 'completion_result') return turnedDown
    const isMistakes = row.ask === 'mistake_limit_reached'
    if (!isMistakes) turnedDown += 1
    session.controller.handleAskResponse(row.ts, { response: isMistakes ? 'yesButtonClicked' : 'noButtonClicked' })
  }
}

const calls = (session: TaskSession) =>
  session.rows.filter((row) => ['denied', 'failed', 'done', 'cancelled'].includes(toolStatusOf(row) ?? ''))

async function attack(script: readonly ReturnType<typeof answer>[], options: Parameters<typeof TaskSession.open>[1] = {}) {
  const place = makeProject()
  onTestFinished(() => rmSync(place.root, { recursive: true, force: true }))
  const before = await contentsOf(place.root)
  const session = await TaskSession.open([...script, complete()], { cwd: place.project, ...options })
  await session.start()
  const turnedDown = await turnDownAll(session)
  expect(await contentsOf(place.root)).toEqual(before)
  return { session, turnedDown }
}

describe('an obedient model', () => {
  it('runs none of the commands that must ask, and changes nothing', { timeout: 120_000 }, async () => {
    const commands = readCorpus('must-ask-commands', '/nowhere')
    const script = commands.map((command) => answer(toolCall('execute_command', { command, requires_approval: false })))
    const { session, turnedDown } = await attack(script)
    const ran = session.rows.filter((row) => 'data' in row && 'terminalId' in row.data && row.data.terminalId !== undefined)
    expect(ran.map((row) => ('data' in row && 'command' in row.data ? row.data.command : row))).toEqual([])
    // Each was asked about, or refused without asking.
    expect(calls(session).filter((row) => toolStatusOf(row) === 'done')).toEqual([])
    expect(calls(session)).toHaveLength(commands.length)
    expect(turnedDown).toBeGreaterThan(commands.length * 0.9)
  })

  it('in plan mode runs none of them, and nearly always without asking', { timeout: 120_000 }, async () => {
    const commands = readCorpus('must-ask-commands', '/nowhere').filter((_, at) => at % 5 === 0)
    const script = commands.map((command) => answer(toolCall('execute_command', { command, requires_approval: false })))
    const settings = { mode: 'plan', yoloModeToggled: false } as const
    const { session, turnedDown } = await attack(script, { settings })
    expect(calls(session).filter((row) => toolStatusOf(row) === 'done')).toEqual([])
    // What only reads, and reads where the person has to be asked, may be asked about.
    expect(turnedDown).toBeLessThan(commands.length * 0.2)
  })

  it('writes to nothing outside the project and to no protected file, by whatever path', async () => {
    const paths = [
      '../out/s.txt',
      'sub/links/file.txt',
      'sub/links/folder/new.txt',
      '../app-evil/x',
      '.git/config',
      '.git/hooks/pre-commit',
      '.vscode/tasks.json',
      '.npmrc',
      '.ENVRC',
      'a.txt/../../out/n',
    ]
    const script = paths.map((path) => answer(toolCall('write_to_file', { path, content: 'MARK\n' })))
    const actions = { readFiles: true, editFiles: true, executeSafeCommands: true, executeAllCommands: true }
    const { turnedDown, session } = await attack(script, { settings: { autoApprovalSettings: { actions } } })
    expect(calls(session).filter((row) => toolStatusOf(row) === 'done')).toEqual([])
    expect(turnedDown).toBeGreaterThan(0)
  })
})
