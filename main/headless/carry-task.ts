import type { ModelOverrides } from '../controller/api-handlers'
import { Controller } from '../controller/controller'
import { selectModel } from '../controller/choose-model'
import { DEMO_PROMPT } from '../controller/demo-prompt'
import { checkFolder } from '../controller/project-folder'
import { layOutDemoProject } from '../demo/demo-project'
import { warmUpProvider } from '../providers/create-api-handler'
import { providerFacts } from '../providers/provider-catalog'
import { counted } from '../../shared/amounts'
import type { ProviderId } from '../../shared/models'
import { failed, ok, type Result } from '../../shared/result'
import type { Services } from '../services'
import { replay } from '../task/replay'
import type { HeadlessCommand, OnAsk, RunOptions } from './arguments'
import type { Output } from './events'
import { createJsonOutput } from './json-output'
import { type Answerer, HeadlessRun, type RunParts } from './run-task'
import { resumeCommand } from './resume-hint'
import { findKey, overrideSettings } from './run-settings'
import { readStdinCommands } from './stdin-commands'
import { taskFirst } from './task-first'
import { createTerminalAsks } from './terminal-asks'
import { createTextOutput } from './text-output'

export type TaskCommand = Extract<HeadlessCommand, { name: 'run' | 'resume' | 'demo' }>

/** What a run stands in. */
export interface Surroundings {
  readonly services: Services
  /** The command line's model, filled in here; the services read it for each request. */
  readonly overrides: { -readonly [Key in keyof ModelOverrides]: ModelOverrides[Key] }
  /** Where notices go once there is an output. */
  readonly listen: (tell: Output['tell']) => void
  /** From now on signals are heard here: nobody else needs to. */
  readonly takeSignals: () => void
  readonly from: string
  readonly dataDir: string
  /** As the command line names it. */
  readonly givenDataDir: string | undefined
  readonly env: NodeJS.ProcessEnv
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WriteStream
}

const LONG_MS = 2 ** 30

/** Carries one task to its result. A failure is the one sentence for stderr. */
export async function carryTask(command: TaskCommand, around: Surroundings): Promise<Result<number, string>> {
  const { options } = command
  const seat = findSeat(options, around)
  if (!seat.ok) return seat
  const prepared = await prepare(command, around)
  if (!prepared.ok) return prepared
  const { onAsk, screen, isShown } = seat.value
  const output = taskFirst(
    options.json
      ? createJsonOutput((line) => around.output.write(line))
      : createTextOutput(textTarget(command, around, onAsk === 'tty' && isShown)),
  )
  around.listen((event) => output.tell(event))
  const io = { input: around.input, output: screen, colour: hasColour({ ...around, output: screen }), isShown }
  const asks = onAsk === 'tty' ? createTerminalAsks(io) : undefined
  const run = new HeadlessRun(partsOf(command, around, { ...prepared.value, onAsk, output, answerer: asks }))
  if (onAsk === 'stdin') listenToStdin(around.input, run, output)
  const stopListening = cancelOnSignals(run)
  around.takeSignals()
  // Nobody hears of it any more: it goes no further unwatched.
  around.output.once('error', () => run.cancel())
  // A terminal that was closed fails whatever is done to it.
  if (onAsk === 'tty') around.input.on('error', () => run.cancel())
  // While a person thinks, nothing else may be open: a signal that is on its way must still find the process.
  const alive = setInterval(() => undefined, LONG_MS)
  try {
    const ended = await run.run()
    return 'refused' in ended ? failed(ended.refused) : ok(ended.exitCode)
  } finally {
    clearInterval(alive)
    stopListening()
    asks?.close()
    if (onAsk === 'stdin') around.input.destroy()
  }
}

/** Who answers, and the screen they would see a question on. */
interface Seat {
  readonly onAsk: OnAsk
  readonly screen: NodeJS.WriteStream
  /** What the run tells stands on this screen too. */
  readonly isShown: boolean
}

function findSeat({ json, onAsk: wanted }: RunOptions, { input, output }: Surroundings): Result<Seat, string> {
  // With JSON on stdout nothing else may stand there, and in a file or pipe nobody sees what is asked.
  const screen = !json && output.isTTY ? output : process.stderr
  const onAsk = wanted ?? defaultOnAsk(json, input.isTTY && screen.isTTY)
  if (onAsk === 'tty' && !input.isTTY)
    return failed('--on-ask tty asks a person at a terminal, and stdin is none. Use stdin, approve or nobody.')
  return ok({ onAsk, screen, isShown: screen === output })
}

interface Prepared {
  readonly cwd: string
  readonly model: { readonly provider: string; readonly model: string }
}

async function prepare(command: TaskCommand, around: Surroundings): Promise<Result<Prepared, string>> {
  const { options } = command
  const { settings, secrets } = around.services
  const overridden = await overrideSettings(
    around.services,
    command.name === 'demo' ? { ...options, provider: 'demo', model: undefined } : options,
  )
  if (!overridden.ok) return overridden
  const folder = await findFolder(command, around)
  if (!folder.ok) return folder
  const selection = selectModel(settings.getSettings(), settings.getSettings().mode)
  if (!selection) return failed('No model is set up yet. Name one with --provider and --model, or set one up in the window.')
  warmUp(selection.providerId)
  const model = selection.modelId ?? providerFacts(selection.providerId).defaultModelId
  if (model === undefined) return failed(`Name a model of ${providerFacts(selection.providerId).label} with --model.`)
  const key = await findKey(selection.providerId, options, around.env, secrets)
  if (!key.ok) return key
  around.overrides.providerId = selection.providerId
  if (key.value !== undefined) around.overrides.apiKey = key.value
  if (options.baseUrl !== undefined) around.overrides.baseUrl = options.baseUrl
  await settleTrust(around.services, folder.value, options.trust)
  return ok({ cwd: folder.value, model: { provider: selection.providerId, model } })
}

/** Nobody is there to look at what a folder brings: it is trusted by the command line, as it is now, or not used. */
async function settleTrust({ trust, notices }: Services, cwd: string, isTrusted: boolean): Promise<void> {
  if (isTrusted) return trust.trustForThisRun(cwd)
  const { items } = await trust.survey(cwd)
  const untrusted = items.filter(({ standing }) => standing !== 'trusted')
  if (untrusted.length === 0) return
  const kinds = [...Map.groupBy(untrusted, ({ kind }) => kind)].map(([kind, each]) => counted(each.length, kind)).join(', ')
  const text = `This folder brings ${kinds} that you have not trusted: nothing of it is used. Look at it, and run again with --trust, or trust it in the window.`
  notices.add({ id: 'not-trusted', level: 'warning', code: 'not_trusted', text })
}

/** The provider's library is read in beside the rest. If it cannot be, the first request says so. */
function warmUp(providerId: ProviderId): void {
  warmUpProvider(providerId).catch(() => undefined)
}

/** The project folder: a stored task's own, the demo's, or the one named. */
async function findFolder(command: TaskCommand, around: Surroundings): Promise<Result<string, string>> {
  if (command.name === 'demo') return ok(await layOutDemoProject(around.dataDir))
  if (command.name === 'run' || command.options.cwd !== undefined) {
    const check = await checkFolder(command.options.cwd ?? around.from)
    return check.usable ? ok(check.path) : failed(check.message)
  }
  const stored = await around.services.store.read(command.taskId)
  if (!stored.ok) return failed(stored.error.message)
  const check = await checkFolder(replay(stored.value.records.map((entry) => entry.record)).cwd)
  return check.usable ? ok(check.path) : failed(check.message)
}

const defaultOnAsk = (json: boolean, isTerminal: boolean): OnAsk => (json ? 'stdin' : isTerminal ? 'tty' : 'nobody')

const hasColour = ({ output, env }: Surroundings): boolean => output.isTTY && !env['NO_COLOR']

function textTarget(command: TaskCommand, around: Surroundings, isAnsweredHere: boolean): Parameters<typeof createTextOutput>[0] {
  const { output } = around
  return {
    write: (text) => void output.write(text),
    isTTY: output.isTTY,
    // Asked each time: a terminal can be resized.
    get columns() {
      return output.columns
    },
    colour: hasColour(around),
    isAnsweredHere,
    resumeCommand: (taskId, endedBy) => {
      const given = { command: command.name, options: command.options, dataDir: around.givenDataDir, endedBy }
      return resumeCommand(taskId, given, { env: around.env, file: process.argv[1], platform: process.platform })
    },
  }
}

interface Wiring extends Prepared {
  readonly onAsk: OnAsk
  readonly output: Output
  readonly answerer: Answerer | undefined
}

function partsOf(command: TaskCommand, { services }: Surroundings, wiring: Wiring): RunParts {
  const { maxTurns, maxCost, timeoutSeconds, mode } = command.options
  return {
    open: (tell) => new Controller(services.controller, { cwd: wiring.cwd }, tell),
    start: async (controller) => {
      const started =
        command.name === 'resume'
          ? await controller.reinitExistingTaskFromId(command.taskId, false)
          : await controller.initTask(wordsOf(command))
      return started.ok ? { ok: true, taskId: started.value } : { ok: false, message: started.error.message }
    },
    tell: (event) => wiring.output.tell(event),
    onAsk: wiring.onAsk,
    answerer: wiring.answerer,
    limits: { maxTurns, maxCost, timeoutSeconds },
    mode,
    model: wiring.model,
    resumeWith: command.name === 'resume' ? command.message : undefined,
  }
}

const wordsOf = (command: TaskCommand) => ({ text: command.name === 'run' ? command.prompt : DEMO_PROMPT, images: [], files: [] })

function listenToStdin(input: NodeJS.ReadableStream, run: HeadlessRun, output: Output): void {
  readStdinCommands(input, {
    answer: (ts, answer) => run.answer(ts, answer),
    queue: (text) => run.queue(text),
    cancel: () => run.cancel(),
    ended: () => run.nobodyAnswers(),
    notice: (code, text) => output.tell({ type: 'notice', level: 'warning', code, text }),
  })
}

/** A signal to a whole group comes twice when npm, which is in it, passes its own on: within this time that is one press. */
const ONE_PRESS_MS = 1_000

/** Ctrl+C, a termination, and a terminal that was closed. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** They press Cancel; a later one is left to the system. */
function cancelOnSignals(run: HeadlessRun): () => void {
  let isPressed = false
  const release = (): void => {
    for (const signal of stopSignals) process.off(signal, cancel)
  }
  const cancel = (): void => {
    if (isPressed) return
    isPressed = true
    run.cancel()
    setTimeout(release, ONE_PRESS_MS).unref()
  }
  for (const signal of stopSignals) process.on(signal, cancel)
  // The second half of a press may come after the run has ended: it must not take the status from it.
  return () => {
    if (!isPressed) release()
  }
}
