import type { SubagentKey, SubagentSettings } from '../../shared/subagents'
import type { OpenedAsk } from '../task/ask-desk'
import type { TaskJournal } from '../task/journal-records'
import type { RowOp } from '../task/message-state'
import { replay } from '../task/replay'
import { describeBug, masked } from '../task/storage-trouble'
import { isStorageError } from '../tools/storage-failure'
import type { SubagentHost, SubagentLog, Subagents } from '../task/task-environment'
import type { AgentProfile, SubagentReport, SubagentsPort } from '../tools/subagents-port'
import { AskQueue } from './ask-queue'
import { boundedJournal } from './bounded-journal'
import { type Progress, ProgressSheet, startOfProgress } from './progress-sheet'
import { describeEnd, type SubagentEnd } from './report'
import { Subagent } from './subagent'
import type { SubagentFiles } from './subagent-files'

/** One that is to be started. */
interface Order {
  readonly key: SubagentKey
  readonly prompt: string
  readonly agent: AgentProfile | undefined
  readonly limits: SubagentSettings
  readonly sheet: ProgressSheet
}

/** The subagents of one task: started together, each for itself, and with one person who answers for all of them. */
export class SubagentRuns implements Subagents {
  private readonly host: SubagentHost
  private readonly files: SubagentFiles
  private readonly agents: () => readonly AgentProfile[]
  private readonly asks = new AskQueue()
  private readonly live = new Map<string, Subagent>()
  /** How often each log has changed. */
  private readonly changes = new Map<string, number>()

  constructor(host: SubagentHost, files: SubagentFiles, agents: () => readonly AgentProfile[]) {
    this.host = host
    this.files = files
    this.agents = agents
  }

  isEnabled(): boolean {
    return this.host.params.settings().subagentsEnabled
  }

  agent(name: string): AgentProfile | undefined {
    return this.agents().find((agent) => agent.name === name)
  }

  async run({ callId, ts, prompts, agent }: Parameters<SubagentsPort['run']>[0]): Promise<readonly SubagentReport[]> {
    const sheet = new ProgressSheet({ callId, prompts }, (patch) => this.host.rows.patch(ts, patch))
    const limits = this.host.params.settings().subagentSettings
    const orders = prompts.map((prompt, at): Order => ({ key: { ts, index: at + 1 }, prompt, agent, limits, sheet }))
    const reports = await Promise.all(orders.map((order) => this.carry(order)))
    sheet.flush()
    this.host.signal().throwIfAborted()
    return reports
  }

  ownsReport(real: string): boolean {
    return this.files.ownsReport(real)
  }

  stop(key: SubagentKey): boolean {
    const subagent = this.live.get(nameOf(key))
    subagent?.stop()
    return subagent !== undefined
  }

  stopHook(key: SubagentKey, ts: number): boolean {
    return this.live.get(nameOf(key))?.stopHook(ts) ?? false
  }

  retryNow(key: SubagentKey): void {
    this.live.get(nameOf(key))?.retryNow()
  }

  detach(terminalId: string): boolean {
    return [...this.live.values()].some((subagent) => subagent.detach(terminalId))
  }

  async log(key: SubagentKey): Promise<SubagentLog | undefined> {
    const live = this.live.get(nameOf(key))
    if (live) {
      live.rows.flushAppends()
      return { rows: live.rows.list(), seq: this.changes.get(nameOf(key)) ?? 0 }
    }
    const records = await this.files.readLog(key)
    return records && { rows: replay(records).rows, seq: this.changes.get(nameOf(key)) ?? 0 }
  }

  /** From its start to its report. Whatever fails in it, the others go on. */
  private async carry(order: Order): Promise<SubagentReport> {
    const { key, prompt, sheet } = order
    const { end, progress } = await this.attempt(order)
    const text = await describeEnd(end, key, this.files).catch((error: unknown) => {
      if (!isStorageError(error)) throw error
      return `Its result is too long to be given at once, and could not be kept: ${error.message}`
    })
    const said = end.status === 'completed' ? { result: text } : { error: text }
    sheet.update(key.index, { ...progress, status: end.status, ...said })
    const mayQuoteStrangers = this.host.params.taint.hasStrangersText
    return { prompt, status: end.status, text, mayQuoteStrangers, toolCalls: progress.toolCalls }
  }

  private async attempt(order: Order): Promise<{ readonly end: SubagentEnd; readonly progress: Progress }> {
    let progress = startOfProgress
    try {
      const log = await this.files.openLog(order.key)
      try {
        const subagent = this.make(order, log.journal)
        this.live.set(nameOf(order.key), subagent)
        const end = await subagent.run().finally(() => (progress = subagent.progress))
        return { end, progress }
      } finally {
        this.live.delete(nameOf(order.key))
        await closeIfPossible(log)
      }
    } catch (error) {
      return { end: { status: 'failed', error: this.explain(error) }, progress }
    }
  }

  /** What broke one subagent, and no more than that, in a sentence. */
  private explain(error: unknown): string {
    if (isStorageError(error)) return `Its log could not be written: ${error.message}`
    return masked(describeBug(error), this.host.params.mask).message
  }

  private make({ key, prompt, agent, limits, sheet }: Order, journal: TaskJournal): Subagent {
    const { host } = this
    /** The rows of its log that stand in the chat of the task as questions too. */
    const asked = new Map<number, number>()
    return new Subagent({
      host,
      prompt,
      agent,
      limits,
      journal: boundedJournal(journal),
      subagents: this.forSubagents,
      progressed: (now) => sheet.update(key.index, now),
      used: (request) => {
        sheet.used(request)
        host.used(request)
      },
      logged: (op) => {
        const seq = (this.changes.get(nameOf(key)) ?? 0) + 1
        this.changes.set(nameOf(key), seq)
        host.params.tell({ type: 'subagent', key, seq, op })
        if (op.op === 'row.patch') this.repeat(op, asked.get(op.ts))
      },
      ask: (row, ts, signal) => {
        const open = (): OpenedAsk => {
          const opened = host.ask({ ...row, subagent: { ...key, ...(agent ? { name: agent.name } : {}) } }, signal)
          asked.set(ts, opened.ts)
          return opened
        }
        return this.asks.ask(open, signal)
      },
    })
  }

  /** A subagent starts no others, and may read what those before it found. */
  private readonly forSubagents: Subagents = {
    isEnabled: () => false,
    agent: () => undefined,
    run: () => Promise.reject(new Error('A subagent starts no others.')),
    ownsReport: (real) => this.ownsReport(real),
    stop: () => false,
    stopHook: () => false,
    retryNow: () => undefined,
    detach: () => false,
    log: () => Promise.resolve(undefined),
  }

  /** What becomes of a call that was asked about is seen where it was asked. The answer stands there already. */
  private repeat({ patch: { answer: _, ...patch } }: Extract<RowOp, { op: 'row.patch' }>, ts: number | undefined): void {
    if (ts !== undefined && Object.keys(patch).length > 0) this.host.rows.patch(ts, patch)
  }
}

const nameOf = ({ ts, index }: SubagentKey): string => `${ts}-${index}`

/** What the disk refuses at the very end takes away no result. */
async function closeIfPossible(log: { close(): Promise<void> }): Promise<void> {
  try {
    await log.close()
  } catch (error) {
    if (!isStorageError(error)) throw error
  }
}
