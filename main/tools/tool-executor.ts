import type { Effects, StrangersText } from '../../shared/effects'
import type { RowPatch } from '../../shared/extension-state'
import type { Amendment, ApprovalFacts } from '../../shared/messages'
import type { RuleChoice, RuleOffer } from '../../shared/rules'
import { drawAsk, drawSay, outsideOf, withStatus } from './draw-card'
import { resolvingOnce } from './resolving-once'
import { isOnlyReading, MAX_SHARED_READS, type SharedRead, SharedReads } from './shared-reads'
import { isStorageError } from './storage-failure'
import type { TaskConfig } from './task-config'
import type { RegisteredHandler, ToolExecutorCoordinator } from './tool-executor-coordinator'
import type { Preparation, ToolResponse, ToolUse } from './tool-handler'
import { describeOutcome, type ToolOutcome } from './tool-outcome'
import type { ToolValidator } from './tool-validator'

/** A call as the model sent it. `input` is undefined when its arguments did not arrive whole. */
export interface IncomingCall {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>> | undefined
  /** The row that was drawn while it streamed, if any. */
  readonly ts: number | undefined
  /** Of a tool that the model was not offered: the names of those that it was. It does not run. */
  readonly offeredInstead?: readonly string[]
}

export interface ApprovalDecision {
  readonly kind: 'allow' | 'ask' | 'refuse'
  readonly reason: string
  /** Rules that the person may make with the answer. */
  readonly offers?: ApprovalFacts['offers']
  /** The parts of a command that matter. */
  readonly marks?: ApprovalFacts['marks']
  readonly letRun?: ApprovalFacts['letRun']
  /** What the question is about that matters: an answer holds for nothing else. */
  readonly grave?: readonly string[]
  /** It is allowed by a rule, which the reason names. */
  readonly byRule?: boolean
}

/** What the executor needs of the task around it. */
export interface ExecutorPorts {
  readonly config: () => TaskConfig
  readonly decide: (effects: Effects) => Promise<ApprovalDecision>
  /** The person approved and wants it so from now on. */
  readonly makeRule: (choice: RuleChoice, offers: readonly RuleOffer[]) => void
  /** Written down before the call takes effect; rejects when it cannot be, or after Cancel, and then nothing runs. */
  readonly recordIntent: (callId: string, name: string, summary: string) => Promise<void>
  readonly started: (name: string) => void
  readonly hooks: CallHooks
  /** The model is about to read what strangers wrote. */
  readonly readUntrusted: (origin: StrangersText) => void
}

/** The person's own scripts around a call. */
export interface CallHooks {
  /** After the approval, before anything takes effect: a sentence that says why the call must not run, or undefined. `ts`: the row of the call. */
  before(block: ToolUse, ts: number | undefined): Promise<string | undefined>
  /** What was done is done: never rejects, also when the task is cancelled meanwhile. */
  after(block: ToolUse, end: { readonly response: ToolResponse; readonly ms: number }): Promise<void>
}

/** An answer given later than this is checked again before it counts, in ms. */
const STALE_ANSWER_MS = 10 * 60_000

/** What every tool needs, done once: parse, prepare, decide, ask, record, run, draw. */
export class ToolExecutor {
  private readonly coordinator: ToolExecutorCoordinator
  private readonly validator: ToolValidator
  private readonly ports: ExecutorPorts
  private readonly shared = new SharedReads()

  constructor(coordinator: ToolExecutorCoordinator, validator: ToolValidator, ports: ExecutorPorts) {
    this.coordinator = coordinator
    this.validator = validator
    this.ports = ports
  }

  /**
   * `rest` are the calls of the same answer that follow: reads among them may share the question of this one.
   * Rejects only when the task is cancelled or cannot write its journal.
   */
  async execute(call: IncomingCall, rest: readonly IncomingCall[] = []): Promise<ToolOutcome> {
    const config = this.ports.config()
    // A call before this one may have ended by itself after Cancel.
    config.signal.throwIfAborted()
    const handler = this.coordinator.getHandler(call.name)
    const { offeredInstead } = call
    if (!handler) return this.conclude(call, { kind: 'unknown_tool', offered: offeredInstead ?? [] }, config)
    const closed = handler.unavailable?.(config)
    if (closed !== undefined) return this.conclude(call, { kind: 'unavailable', message: closed }, config)
    if (offeredInstead) return this.conclude(call, { kind: 'unknown_tool', offered: offeredInstead }, config)
    if (!call.input) return this.conclude(call, { kind: 'cut' }, config)
    const valid = this.validator.validate(handler, call.input)
    if (!valid.ok) return this.conclude(call, { kind: 'bad_input', message: valid.message }, config)
    return this.attempt(handler, { name: handler.name, callId: call.id, input: valid.input }, { ...call, rest })
  }

  /** Gives a call that is not to run its place in the log. */
  skip(call: IncomingCall, because: Extract<ToolOutcome, { kind: 'skipped' }>['because']): ToolOutcome {
    return this.conclude(call, { kind: 'skipped', because }, this.ports.config())
  }

  private async attempt(handler: RegisteredHandler, block: ToolUse, call: CallInAnswer): Promise<ToolOutcome> {
    const config = this.ports.config()
    let ts = call.ts
    try {
      const admitted = await this.admit(handler, block, call)
      ts = admitted.ts
      if (admitted.kind === 'stopped') return this.conclude({ ...call, ts }, admitted.outcome, config)
      const veto = await this.ports.hooks.before(admitted.block, ts)
      if (veto !== undefined) return this.conclude({ ...call, ts }, { kind: 'vetoed', reason: veto }, config)
      // The person may have switched it off while they were asked.
      const closed = handler.unavailable?.(this.ports.config())
      if (closed !== undefined) return this.conclude({ ...call, ts }, { kind: 'unavailable', message: closed }, config)
      await this.ports.recordIntent(block.callId, block.name, admitted.summary)
      this.ports.started(block.name)
      const startedAt = performance.now()
      const response = await this.perform(handler, admitted, config)
      if (response.untrusted) this.ports.readUntrusted(response.untrusted)
      const outcome = this.conclude({ ...call, ts }, { kind: response.status === 'failed' ? 'failed' : 'done', response }, config)
      await this.ports.hooks.after(admitted.block, { response, ms: Math.round(performance.now() - startedAt) })
      return outcome
    } catch (error) {
      if (config.signal.aborted || isStorageError(error)) throw error
      return this.conclude({ ...call, ts }, { kind: 'failed', response: describeThrown(block.name, error) }, config)
    }
  }

  private async perform(handler: RegisteredHandler, { block, basis, ts }: Admitted, config: TaskConfig): Promise<ToolResponse> {
    try {
      return await handler.execute(this.ports.config(), block, basis, ts)
    } catch (error) {
      if (config.signal.aborted || isStorageError(error)) throw error
      return describeThrown(block.name, error)
    }
  }

  /** Decides, and asks if need be. What was asked is looked at anew when the answer comes late. */
  private async admit(handler: RegisteredHandler, block: ToolUse, call: CallInAnswer): Promise<Admission> {
    const streamedTs = call.ts
    const config = resolvingOnce(this.ports.config())
    const effects = await handler.effects(block.input, config)
    const decision = await this.ports.decide(effects)
    if (decision.kind === 'refuse') return { kind: 'stopped', ts: streamedTs, outcome: { kind: 'refused', reason: decision.reason } }
    const prepared = await handler.prepare(block.input, config)
    if (prepared.kind === 'failed') {
      const ts = prepared.card ? drawSay(config, prepared.card, streamedTs) : streamedTs
      return { kind: 'stopped', ts, outcome: { kind: 'failed', response: prepared.response } }
    }
    const isShared = this.shared.takes(block.callId, effects)
    const isApproved = decision.kind === 'allow' || isShared
    if (isApproved && prepared.concern === undefined) {
      const facts = { outside: outsideOf(effects), allowedBy: allowedBy(decision) }
      const ts = prepared.card ? drawSay(config, prepared.card, streamedTs, facts) : streamedTs
      return { kind: 'admitted', ts, block, basis: prepared.basis, summary: prepared.summary }
    }
    return this.askPerson(handler, block, { effects, prepared, decision, call })
  }

  private async askPerson(handler: RegisteredHandler, block: ToolUse, asked: Asked): Promise<Admission> {
    const config = this.ports.config()
    const { prepared, effects, decision, call } = asked
    if (!prepared.card) throw new Error(`${block.name} asks for approval and has nothing to show.`)
    const askedAt = Date.now()
    const followers = isOnlyReading(effects) && prepared.concern === undefined ? await this.followersOf(call.rest) : []
    const { ts, answer } = await drawAsk(config, prepared.card, {
      summary: prepared.summary,
      reason: reasonOf(await this.decideTogether(decision, effects, followers), prepared.concern),
      text: prepared.text,
      offers: decision.offers,
      marks: decision.marks,
      letRun: decision.letRun,
      also: followers.map(({ callId, summary }) => ({ callId, summary })),
      outside: [effects, ...followers.map((follower) => follower.effects)].some(outsideOf),
      ts: call.ts,
    })
    config.callbacks.feedback(answer)
    if (answer.response !== 'yesButtonClicked') return { kind: 'stopped', ts, outcome: deniedFor(prepared.concern) }
    const { amendment, rule } = answer
    // A command that the person wrote in its place is looked at by itself.
    const halted = amendment?.command === undefined ? await this.lookAgain(handler, block, { asked, askedAt, ts }) : undefined
    if (halted) return halted
    const admission: Admission = amendment
      ? await this.amend(handler, block, { asked, amendment, ts })
      : { kind: 'admitted', ts, block, basis: prepared.basis, summary: prepared.summary }
    if (admission.kind !== 'admitted') return admission
    if (rule) await this.makeRule(rule, { handler, asked, isChanged: admission.block !== block, block: admission.block })
    for (const follower of followers) this.shared.approve(follower)
    return admission
  }

  /** Why all of them are asked about: one sentence stands above the whole list. */
  private async decideTogether(decision: ApprovalDecision, effects: Effects, followers: readonly SharedRead[]): Promise<ApprovalDecision> {
    if (followers.length === 0) return decision
    return this.ports.decide({
      ...effects,
      reads: [effects, ...followers.map((follower) => follower.effects)].flatMap(({ reads }) => reads),
    })
  }

  /** For what runs, not for what was asked: of a changed call the narrowest offer stands for the narrowest that was shown. */
  private async makeRule(rule: RuleChoice, { handler, asked, isChanged, block }: ToRule): Promise<void> {
    const shown = asked.decision.offers ?? []
    if (!isChanged) return this.ports.makeRule(rule, shown)
    const { offers = [] } = await this.ports.decide(await handler.effects(block.input, this.ports.config()))
    const isNarrowest = rule.offerId === undefined || rule.offerId === shown[0]?.id
    const [narrowest] = offers
    this.ports.makeRule(isNarrowest && narrowest ? { ...rule, offerId: narrowest.id } : rule, offers)
  }

  /** The calls that follow at once, only read, and would be asked about too: one answer serves them all. */
  private async followersOf(rest: readonly IncomingCall[]): Promise<readonly SharedRead[]> {
    const config = resolvingOnce(this.ports.config())
    const followers: SharedRead[] = []
    for (const { id, name, input, offeredInstead } of rest.slice(0, MAX_SHARED_READS)) {
      const handler = offeredInstead ? undefined : this.coordinator.getHandler(name)
      const valid = handler && input ? this.validator.validate(handler, input) : undefined
      if (!handler || !valid?.ok) break
      const effects = await handler.effects(valid.input, config)
      if (!isOnlyReading(effects) || (await this.ports.decide(effects)).kind !== 'ask') break
      const prepared = await handler.prepare(valid.input, config)
      if (prepared.kind === 'failed' || prepared.concern !== undefined) break
      followers.push({ callId: id, effects, summary: prepared.summary })
    }
    return followers
  }

  /** What the person made of the call before approving it. A change that a tool cannot take is no approval. */
  private async amend(handler: RegisteredHandler, block: ToolUse, { asked, amendment, ts }: ToAmend): Promise<Admission> {
    const config = this.ports.config()
    if (!handler.amend) return { kind: 'stopped', ts, outcome: deniedFor(`${block.name} cannot be changed before it runs.`) }
    const amended = await handler.amend(block.input, asked.prepared.basis, amendment, config)
    if (amended.kind === 'failed') {
      const { response } = amended
      const why = typeof response.content === 'string' ? response.content : undefined
      return { kind: 'stopped', ts, outcome: response.status === 'denied' ? { kind: 'denied', why } : { kind: 'failed', response } }
    }
    const changed = amended.input === undefined ? block : { ...block, input: amended.input }
    const halted =
      changed === block
        ? undefined
        : await this.judgeChanged(handler, changed, { ...asked, prepared: amended, call: { ...asked.call, ts } })
    if (halted) return halted
    // What they wrote themselves has a consequence that they have not seen yet.
    if (amended.concern !== undefined && amended.card)
      return this.askPerson(handler, changed, { ...asked, prepared: amended, call: { ...asked.call, ts } })
    if (amended.card) config.callbacks.patchRow(ts, { data: withStatus(amended.card, 'running').data })
    return { kind: 'admitted', ts, block: changed, basis: amended.basis, summary: amended.summary }
  }

  /** The person wrote it themselves and approved it: what never runs is still refused, and what is grave in it they have to see. */
  private async judgeChanged(handler: RegisteredHandler, changed: ToolUse, asked: Asked): Promise<Admission | undefined> {
    const effects = await handler.effects(changed.input, this.ports.config())
    const decision = await this.ports.decide(effects)
    const { ts } = asked.call
    if (decision.kind === 'refuse') return { kind: 'stopped', ts, outcome: { kind: 'refused', reason: decision.reason } }
    const isGrave = decision.kind === 'ask' && decision.marks?.some(({ grave }) => grave)
    return isGrave ? this.askPerson(handler, changed, { ...asked, effects, decision }) : undefined
  }

  /**
   * While a question waited, links may have been laid elsewhere, scripts may have changed, and a person may have forbidden what it is
   * about: then what comes of the call instead.
   */
  private async lookAgain(handler: RegisteredHandler, block: ToolUse, { asked, askedAt, ts }: Waited): Promise<Admission | undefined> {
    const config = this.ports.config()
    const now = await this.ports.decide(await handler.effects(block.input, config))
    if (now.kind === 'refuse') return { kind: 'stopped', ts, outcome: { kind: 'refused', reason: now.reason } }
    const shown = new Set(asked.decision.grave)
    const isGraver = now.kind === 'ask' && now.grave?.some((fact) => !shown.has(fact))
    const isStale = Date.now() - askedAt > STALE_ANSWER_MS
    if (!isGraver && !(isStale && (await this.hasChanged(handler, block, asked)))) return undefined
    config.callbacks.patchRow(ts, { data: { status: 'cancelled', note: 'Things changed while this waited; it is asked anew.' } })
    return this.admit(handler, block, { ...asked.call, ts: undefined })
  }

  private async hasChanged(handler: RegisteredHandler, block: ToolUse, asked: Asked): Promise<boolean> {
    const config = resolvingOnce(this.ports.config())
    const effects = await handler.effects(block.input, config)
    const prepared = await handler.prepare(block.input, config)
    return JSON.stringify([effects, prepared]) !== JSON.stringify([asked.effects, asked.prepared])
  }

  /** Draws the end of a call and hands its outcome on. */
  private conclude(call: IncomingCall, outcome: ToolOutcome, config: TaskConfig): ToolOutcome {
    const shown = describeOutcome(outcome, call.name)
    const patch = 'response' in outcome ? outcome.response.patch : undefined
    const note = shown.note === undefined ? {} : { note: shown.note }
    // A patch is plain JSON data of the card; its optional keys are absent or of JSON types.
    const data = { ...patch, ...note, status: shown.status } as RowPatch
    if (call.ts !== undefined) config.callbacks.patchRow(call.ts, { partial: null, data })
    else if (shown.drawsOwnRow)
      config.callbacks.say({ say: 'tool', data: { tool: 'unknown', name: call.name, callId: call.id, status: shown.status, ...note } })
    return outcome
  }
}

/** What was asked about and runs here was approved with a call before it. */
function allowedBy({ kind, reason, byRule }: ApprovalDecision): string | undefined {
  if (kind === 'ask') return 'you approved it together with another'
  return byRule ? reason : undefined
}

const reasonOf = (decision: ApprovalDecision, concern: string | undefined): string =>
  concern === undefined ? decision.reason : decision.kind === 'ask' ? `${decision.reason}. ${concern}` : concern

/** The model is told what the person was warned of, so that it can do better. */
const deniedFor = (concern: string | undefined): ToolOutcome =>
  concern === undefined ? { kind: 'denied' } : { kind: 'denied', why: `They were asked because: ${concern}` }

interface Waited {
  readonly asked: Asked
  /** ms since 1970. */
  readonly askedAt: number
  readonly ts: number
}

interface ToRule {
  readonly handler: RegisteredHandler
  readonly asked: Asked
  /** As it runs. */
  readonly block: ToolUse
  readonly isChanged: boolean
}

interface ToAmend {
  readonly asked: Asked
  readonly amendment: Amendment
  readonly ts: number
}

interface Asked {
  readonly effects: Effects
  readonly prepared: Extract<Preparation<unknown>, { kind: 'ready' }>
  readonly decision: ApprovalDecision
  readonly call: CallInAnswer
}

/** A call with those of the same answer that follow. */
interface CallInAnswer extends IncomingCall {
  readonly rest: readonly IncomingCall[]
}

interface Admitted {
  readonly kind: 'admitted'
  readonly ts: number | undefined
  /** As it runs: the person may have changed it. */
  readonly block: ToolUse
  readonly basis: unknown
  readonly summary: string
}

type Admission = Admitted | { readonly kind: 'stopped'; readonly ts: number | undefined; readonly outcome: ToolOutcome }

function describeThrown(name: string, error: unknown): ToolResponse {
  const message = `Running ${name} failed: ${error instanceof Error ? error.message : String(error)}`
  return { status: 'failed', content: message, note: message }
}
