import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { failed, ok, type Result } from '../shared/result'
import type { ModelOverrides } from './controller/api-handlers'
import { type HeadlessCommand, parseArguments, startFolder } from './headless/arguments'
import { carryTask, stopSignals } from './headless/carry-task'
import { runDoctor } from './headless/doctor'
import { EXIT_USAGE, exitCodes, type Output } from './headless/events'
import { runExport } from './headless/export-command'
import { helpText } from './headless/help'
import { runHistory } from './headless/history-command'
import { overrideSettings } from './headless/run-settings'
import { runTools } from './headless/tools-command'
import { createServices, type Services } from './services'
import { defaultDataDir } from './storage/data-dir'
import { StorageError, systemCode } from './storage/storage-error'

/** The product without a window. Answers with the exit code. */
export async function runHeadless(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const from = startFolder(env, process.cwd())
  const parsed = parseArguments(args, from)
  if (!parsed.ok) return complain(parsed.error)
  const { command } = parsed.value
  if (command.name === 'help') {
    process.stdout.write(helpText(command.about))
    return 0
  }
  const configured = env['COUNTERSIGN_DATA_DIR']
  const dataDir = parsed.value.dataDir ?? (configured ? resolve(from, configured) : defaultDataDir(process.platform, env, homedir()))
  return withServices(command, { dataDir, givenDataDir: parsed.value.dataDir, from, env })
}

interface Place {
  readonly dataDir: string
  readonly givenDataDir: string | undefined
  readonly from: string
  readonly env: NodeJS.ProcessEnv
}

type ServedCommand = Exclude<HeadlessCommand, { name: 'help' }>

async function withServices(command: ServedCommand, place: Place): Promise<number> {
  const { dataDir, env } = place
  const takeSignals = leaveOnSignals()
  const overrides: { -readonly [Key in keyof ModelOverrides]: ModelOverrides[Key] } = {}
  let tell: Output['tell'] | undefined
  const write = (text: string) => void process.stdout.write(text)
  const opening = createServices({
    dataDir,
    model: overrides,
    env: withoutKey(env, command),
    onNotice: (notice) => {
      if (notice) tell?.({ type: 'notice', level: notice.level, code: notice.code, text: notice.text })
    },
  })
  const opened = await orSentence(opening)
  if (!opened.ok) return command.name === 'doctor' ? runDoctor(undefined, command.json, write) : complain(opened.error)
  const services = opened.value
  const code = await dispatch(command)
  await services.mcp.dispose()
  const saved = await orSentence(services.flush())
  // How the command ended stays as it is: what could not be saved can be made again from the tasks.
  if (!saved.ok) complain(saved.error)
  return code

  async function dispatch(served: ServedCommand): Promise<number> {
    switch (served.name) {
      case 'history':
        return runHistory(services, served.query, served.json, write)
      case 'export':
        return runExport(services, served.taskId, served.format, write)
      case 'tools':
        return listTools(services, served, { from: place.from, write })
      case 'doctor':
        return runDoctor(services, served.json, write)
      default: {
        const listen = (listener: Output['tell']) => {
          tell = listener
          for (const { level, code: noticeCode, text } of services.notices.list())
            listener({ type: 'notice', level, code: noticeCode, text })
        }
        const around = { ...place, services, overrides, listen, takeSignals, input: process.stdin, output: process.stdout }
        const carried = await orSentence(carryTask(served, around))
        // The result was the last line: what comes later is for stderr.
        tell = ({ type, ...event }) => void (type === 'notice' && 'text' in event && complain(event.text))
        if (!carried.ok) return complain(carried.error)
        return carried.value.ok ? carried.value.value : complain(carried.value.error)
      }
    }
  }
}

interface Listing {
  readonly from: string
  readonly write: (text: string) => void
}

async function listTools(services: Services, { options, json }: Extract<ServedCommand, { name: 'tools' }>, { from, write }: Listing) {
  const overridden = await overrideSettings(services, options)
  // Those that run servers are listed with what they have.
  const leave = await services.mcp.enter(options.cwd ?? from)
  leave()
  return overridden.ok
    ? runTools(services, { mode: options.mode ?? 'act', cwd: options.cwd ?? from, json }, write)
    : complain(overridden.error)
}

/** A variable that holds a key is not for the commands that a model runs, whatever it is called. */
function withoutKey(env: NodeJS.ProcessEnv, command: ServedCommand): NodeJS.ProcessEnv {
  const name = 'options' in command ? command.options.apiKeyEnv : undefined
  return name === undefined ? env : { ...env, [name]: undefined }
}

/** Until a task hears them: a signal that comes before there is anything to cancel ends the program as a cancel does. */
function leaveOnSignals(): () => void {
  const exit = () => process.exit(exitCodes.cancelled)
  for (const signal of stopSignals) process.on(signal, exit)
  return () => {
    for (const signal of stopSignals) process.off(signal, exit)
  }
}

/** A data folder that cannot be used is a sentence, and no bug. */
async function orSentence<Value>(work: Promise<Value>): Promise<Result<Value, string>> {
  try {
    return ok(await work)
  } catch (error) {
    if (error instanceof StorageError) return failed(error.message)
    throw error
  }
}

function complain(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return EXIT_USAGE
}

let outputFailed = false

/** Ends when what was written has left: a pipe takes it later than `write` returns. */
function leave(code: number): void {
  process.stdout.write('', () => process.exit(outputFailed && code === 0 ? exitCodes.failed : code))
}

/** A reader that has gone (`| head`) has what it wanted; anything else is a loss. A run hears of it too, and is cancelled. */
function noteFailedOutput(error: Error): void {
  if (outputFailed || systemCode(error) === 'EPIPE') return
  outputFailed = true
  complain(`The output could not be written: ${error.message}`)
}

process.stdout.on('error', noteFailedOutput)
// What stderr cannot take is told nowhere: there is no other place.
process.stderr.on('error', () => undefined)
leave(await runHeadless(process.argv.slice(2), process.env))
