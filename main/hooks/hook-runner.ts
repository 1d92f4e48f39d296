import type { DryRun, HookError, HookInfo, HookName } from '../../shared/hooks'
import type { Programs } from '../terminal/programs'
import { findHook, findHooks, type FoundHooks, type Hook, type HookSearch, HOW_TO_GO_ON, listHooks } from './find-hooks'
import { hookEnvironment } from './hook-environment'
import { type HookEvent, type HookFacts, hookInput, sampleEvent } from './hook-input'
import { type HookAnswer, mergeAnswers } from './hook-output'
import { createHook } from './new-hook'
import { runScript, type ScriptEnd } from './run-script'

/** What came of all scripts of one name. */
export interface HookRun {
  readonly status: 'completed' | 'failed' | 'cancelled'
  readonly exitCode?: number
  readonly hasJsonResponse: boolean
  /** Of the first that failed. */
  readonly error?: HookError
  readonly answer: HookAnswer
}

export interface HookRunnerParts extends Omit<HookSearch, 'choice'> {
  /** Read anew for each event: a change holds at once. */
  readonly choice: () => HookSearch['choice']
  readonly programs: Programs
  /** What a command gets of the person's variables. */
  readonly variables: () => Promise<Readonly<Record<string, string>>>
  /** Of the app, for the scripts. */
  readonly version: string
  readonly timeMs?: number
  /** Takes known keys out of what scripts say. */
  readonly mask: (text: string) => string
}

const MAX_TIME_MS = 30_000
const MAX_KEPT_OUTPUT = 100_000

/** The hooks of one project folder: finds them, runs them side by side, and says what came of it. */
export class HookRunner {
  private readonly parts: HookRunnerParts

  constructor(parts: HookRunnerParts) {
    this.parts = parts
  }

  find(name: HookName): Promise<FoundHooks> {
    return findHooks(name, this.search())
  }

  list(): Promise<readonly HookInfo[]> {
    return listHooks(this.search())
  }

  /** A new script of the person's own that does nothing yet: its path. Undefined when there is one of that name. */
  create(name: HookName): Promise<string | undefined> {
    return createHook(this.parts.places.global, name, this.parts.platform)
  }

  /** Runs all of them, each with the same input. Rejects for nothing that a script does. */
  async run(
    { hooks, unmet }: FoundHooks,
    event: HookEvent,
    {
      signal,
      onOutput,
      ...facts
    }: { readonly signal: AbortSignal; readonly onOutput: (text: string) => void } & Pick<HookFacts, 'taskId' | 'model'>,
  ): Promise<HookRun> {
    const input = this.inputFor(event, facts)
    const ends = await Promise.all(hooks.map(async (hook) => ({ hook, end: await this.runOne(hook, input, signal, onOutput) })))
    return sumUp(ends, unmet)
  }

  /** Runs one script with an input as it might come. Undefined when there is no such script that may run. */
  async tryOut(name: HookName, path: string): Promise<DryRun | undefined> {
    const hook = await findHook(name, path, this.search())
    if (!hook) return undefined
    const input = this.inputFor(sampleEvent(name), {
      taskId: '01EXAMPLE0000000000000TASK',
      model: { provider: 'example', slug: 'example-model' },
    })
    const started = performance.now()
    let output = ''
    const end = await this.runOne(hook, input, new AbortController().signal, (text) => {
      output = (output + text).slice(0, MAX_KEPT_OUTPUT)
    })
    const { answer, error, exitCode } = sumUp([{ hook, end }], [])
    return {
      input,
      output,
      ms: Math.round(performance.now() - started),
      cancel: answer.cancel,
      context: answer.contextModification,
      errorMessage: answer.errorMessage,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(error ? { error } : {}),
    }
  }

  private search(): HookSearch {
    return { ...this.parts, choice: this.parts.choice() }
  }

  private inputFor(event: HookEvent, facts: Pick<HookFacts, 'taskId' | 'model'>): string {
    return hookInput(event, { ...facts, version: this.parts.version, cwd: this.parts.cwd, now: Date.now() })
  }

  private async runOne(hook: Hook, input: string, signal: AbortSignal, onOutput: (text: string) => void): Promise<ScriptEnd> {
    const { cwd, programs, platform, variables, mask, timeMs = MAX_TIME_MS } = this.parts
    const env = hookEnvironment(await variables())
    return runScript(hook, programs, { cwd, env, input, platform, timeMs, signal, onOutput, mask })
  }
}

/** A script that fails changes nothing, but for one that must succeed. */
function sumUp(ends: readonly { readonly hook: Hook; readonly end: ScriptEnd }[], unmet: readonly string[]): HookRun {
  const failed = ends.filter(({ end }) => end.error)
  const stopped = failed.some(({ end }) => end.error?.type === 'cancellation')
  const vetoes = failed
    .filter(({ hook }) => hook.isRequired)
    .map(({ end }) => `${end.error?.message} It must succeed, so nothing goes on without it. ${HOW_TO_GO_ON}`)
    .concat(unmet)
    .map((errorMessage) => ({ cancel: true, contextModification: '', errorMessage }))
  const answer = mergeAnswers([...ends.flatMap(({ end }) => end.answer ?? []), ...vetoes])
  const error = failed[0]?.end.error
  const exitCode = failed.find(({ end }) => end.exitCode !== undefined)?.end.exitCode ?? (failed.length === 0 ? 0 : undefined)
  return {
    status: stopped || answer.cancel ? 'cancelled' : failed.length > 0 ? 'failed' : 'completed',
    hasJsonResponse: ends.some(({ end }) => end.answer),
    answer,
    ...(error ? { error } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
  }
}
