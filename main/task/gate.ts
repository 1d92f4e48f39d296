import type { Effects, JudgedCommand } from '../../shared/effects'
import type { Rule, RuleChoice, RuleOffer, RuleScope } from '../../shared/rules'
import { type Approver, type ApproverFacts, createApprover, type ResolvePath } from '../approval/approver'
import { type ApprovalSettings, decide, type JudgedEffects } from '../approval/policy'
import { graveFacts } from '../approval/grave-facts'
import { offersFor } from '../approval/rules'
import { mayHoldSecrets } from '../approval/secret-paths'
import type { ApprovalDecision } from '../tools/tool-executor'
import type { Taint } from './taint'

/** What is decided from besides the call itself. */
export interface GateFacts extends Pick<ApproverFacts, 'env' | 'variables' | 'grammar' | 'ownData'> {
  /** The rules that people made. */
  readonly rules: { rules(): readonly Rule[]; add(rule: Omit<Rule, 'id' | 'madeAt'>): unknown }
}

export interface GateParts {
  readonly taskId: string
  /** Real path of the project's folder. */
  readonly cwd: string
  readonly platform: string
  readonly facts: GateFacts
  readonly resolve: ResolvePath
  /** Read anew for each decision: a change holds at once. */
  readonly settings: () => ApprovalSettings
  readonly taint: Pick<Taint, 'facts'>
}

/** The hash of the MCP tool whose own switch would spare this question; undefined where it would be asked all the same. */
function toolToLetRun(judged: JudgedEffects, settings: ApprovalSettings): string | undefined {
  const [tool] = judged.mcp ?? []
  if (!tool) return undefined
  return decide({ ...judged, mcp: [{ ...tool, approved: true }] }, settings).kind === 'allow' ? tool.hash : undefined
}

/** Where the calls of one task are decided, and the rules come from that the person makes with an answer. */
export class Gate {
  private readonly parts: GateParts
  private readonly approver: Approver
  /** The commands judged last. */
  private readonly judged = new Map<string, JudgedCommand>()

  constructor(parts: GateParts) {
    this.parts = parts
    const { rules, ...known } = parts.facts
    const facts = { ...known, rules: () => rules.rules(), taskId: parts.taskId }
    this.approver = createApprover(parts.settings, parts.resolve, parts.platform, facts)
  }

  async decide(effects: Effects): Promise<ApprovalDecision> {
    const judged = await this.approver.judge(effects)
    this.judged.clear()
    for (const command of judged.executes) this.judged.set(command.command, command)
    const settings = { ...this.parts.settings(), taint: this.parts.taint.facts }
    const decision = decide(judged, settings)
    if (decision.kind !== 'ask') return decision
    const marks = judged.executes.flatMap((command) => command.marks)
    const letRun = toolToLetRun(judged, settings)
    return { ...decision, offers: [...offersFor(judged)], marks, grave: graveFacts(judged), ...(letRun === undefined ? {} : { letRun }) }
  }

  /** False only for a command that was just found to do nothing but read. */
  mayWrite(command: string): boolean {
    return this.judged.get(command)?.harmless !== true
  }

  /** True for a command, just decided about, that reads or names a file that may hold keys. */
  readsSecrets(command: string): boolean {
    const { reads = [], exposes = [], mentions = [] } = this.judged.get(command) ?? {}
    return [...reads, ...exposes, ...mentions].some(({ real }) => mayHoldSecrets(real))
  }

  /** The offer that was taken is stored as it was shown; one that was not made is nobody's rule. */
  makeRule({ offerId, scope, until }: RuleChoice, offers: readonly RuleOffer[]): void {
    const offer = offerId === undefined ? offers[0] : offers.find(({ id }) => id === offerId)
    for (const subject of offer?.subjects ?? [])
      this.parts.facts.rules.add({
        decision: 'allow',
        subject,
        scope: this.scopeOf(scope),
        ...(offer?.scripts === undefined ? {} : { scripts: offer.scripts }),
        ...(until === undefined ? {} : { until }),
      })
  }

  private scopeOf(scope: RuleChoice['scope']): RuleScope {
    switch (scope) {
      case 'task':
        return { kind: 'task', taskId: this.parts.taskId }
      case 'project':
        return { kind: 'project', folder: this.parts.cwd }
      case 'always':
        return { kind: 'always' }
    }
  }
}
