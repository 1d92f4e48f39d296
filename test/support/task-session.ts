import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Controller, type ControllerNews } from '../../main/controller/controller'
import { createServices, type Services } from '../../main/services'
import type { AskAnswer, ClineAsk, ClineMessage } from '../../shared/messages'
import type { SettingsPatch } from '../../shared/settings'
import { type ScriptedAnswer, type ScriptedProvider, scriptedProvider } from './scripted-provider'
import { tempFolder } from './temp-folder'

export interface SessionOptions {
  readonly files?: Readonly<Record<string, string>>
  readonly settings?: SettingsPatch
  readonly dataDir?: string
  readonly cwd?: string
  /** Somebody is there who can type into a command. */
  readonly hasWindow?: boolean
  /** How long `until` waits, in ms; 8 s unless given. */
  readonly waitMs?: number
  /** Whose model it is said to be. */
  readonly providerId?: string
  /** The web in place of the real one. */
  readonly web?: Services['controller']['web']
  /** What the app was started with. */
  readonly env?: NodeJS.ProcessEnv
}

/** A real Controller with real storage and real tools in temporary folders; only the model is scripted. */
export class TaskSession {
  readonly news: ControllerNews[] = []
  readonly controller: Controller
  private readonly waiting = new Set<() => void>()
  private waitMs = 8_000

  private constructor(
    readonly services: Services,
    readonly cwd: string,
    readonly dataDir: string,
    readonly provider: ScriptedProvider,
  ) {
    const scripted = { ...services.controller, createHandler: () => Promise.resolve(provider.handler) }
    this.controller = new Controller(scripted, { cwd }, (news) => {
      this.news.push(news)
      for (const check of this.waiting) check()
    })
  }

  static async open(script: readonly ScriptedAnswer[] | ScriptedProvider, options: SessionOptions = {}): Promise<TaskSession> {
    const cwd = options.cwd ?? (await tempFolder())
    const dataDir = options.dataDir ?? (await tempFolder())
    for (const [path, text] of Object.entries(options.files ?? {})) {
      await mkdir(dirname(join(cwd, path)), { recursive: true })
      await writeFile(join(cwd, path), text)
    }
    const services = await createServices({
      dataDir,
      home: join(dataDir, 'home'),
      onNotice: () => undefined,
      hasWindow: options.hasWindow ?? false,
      ...(options.env ? { env: options.env } : {}),
    })
    if (options.settings) services.settings.override(options.settings)
    const own = options.web ? { ...services, controller: { ...services.controller, web: options.web } } : services
    const session = new TaskSession(own, cwd, dataDir, 'handler' in script ? script : scriptedProvider(script, options.providerId))
    session.waitMs = options.waitMs ?? session.waitMs
    onTestFinished(async () => {
      await session.controller.dispose()
      await services.mcp.dispose()
      // What is written a little later must not come after its folder is gone.
      await services.flush()
    })
    return session
  }

  async start(text = 'Do the work.'): Promise<string> {
    const started = await this.controller.initTask({ text, images: [], files: [] })
    if (!started.ok) throw new Error(started.error.message)
    return started.value
  }

  get rows(): readonly ClineMessage[] {
    return this.controller.task?.rows.list() ?? []
  }

  /** Kinds of the rows, in order: `say:text`, `ask:tool`. */
  get kinds(): readonly string[] {
    return this.rows.map((row) => (row.type === 'ask' ? `ask:${row.ask}` : `say:${row.say}`))
  }

  get states(): readonly string[] {
    return this.news.flatMap((news) => (news.type === 'state' ? [news.state.kind] : []))
  }

  /** The ask of this kind that is open, once it is. */
  async ask<Kind extends ClineAsk>(kind: Kind): Promise<Extract<ClineMessage, { ask: Kind }>> {
    return this.until(`an open ask ${kind}`, () => {
      const ts = this.controller.task?.openAskTs
      const row = ts === undefined ? undefined : this.controller.task?.rows.get(ts)
      return row?.type === 'ask' && row.ask === kind ? (row as Extract<ClineMessage, { ask: Kind }>) : undefined
    })
  }

  /** The question that is open, whatever it is about. */
  openAsk(): Promise<Extract<ClineMessage, { type: 'ask' }>> {
    return this.until('an open ask', () => {
      const ts = this.controller.task?.openAskTs
      const row = ts === undefined ? undefined : this.controller.task?.rows.get(ts)
      return row?.type === 'ask' ? row : undefined
    })
  }

  async answer(kind: ClineAsk, answer: AskAnswer): Promise<void> {
    const row = await this.ask(kind)
    if (!this.controller.handleAskResponse(row.ts, answer)) throw new Error(`The ask ${kind} took no answer.`)
  }

  approve(kind: ClineAsk): Promise<void> {
    return this.answer(kind, { response: 'yesButtonClicked' })
  }

  reject(kind: ClineAsk): Promise<void> {
    return this.answer(kind, { response: 'noButtonClicked' })
  }

  /** Resolves with the first value that is not undefined; looked at anew whenever something happens. */
  until<Value>(what: string, look: () => Value | undefined): Promise<Value> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const value = look()
        if (value === undefined) return
        clearTimeout(timer)
        this.waiting.delete(check)
        resolve(value)
      }
      const timer = setTimeout(() => {
        this.waiting.delete(check)
        reject(new Error(`Waited in vain for ${what}. Rows: ${this.kinds.join(', ')}. State: ${this.controller.task?.state.kind}.`))
      }, this.waitMs)
      this.waiting.add(check)
      check()
    })
  }

  /** The texts of the results that request number `index` carried, in order. */
  results(index: number): string[] {
    const turn = this.provider.requests[index]?.conversation.at(-1)
    if (turn?.role !== 'user') return []
    return turn.content.flatMap((block) =>
      block.type === 'tool_result' ? [block.content.map((part) => (part.type === 'text' ? part.text : '')).join('')] : [],
    )
  }
}
