import type { Mode } from '../../shared/settings'

/** What changes from turn to turn and stands at the end of each message to the model. */
export interface EnvironmentFacts {
  readonly mode: Mode
  /** What plan mode means here, where that is not the usual. */
  readonly planWords?: string
  readonly contextTokens: number
  /** Absent when the model's size is unknown. */
  readonly contextWindow: number | undefined
  /** Commands that go on in the background, with their newest output. */
  readonly background: readonly { readonly command: string; readonly output: string }[]
  /** What the model is told of its checklist, when it is time. */
  readonly checklist?: string | undefined
}

/** The environment block, small on purpose: it is sent with every request. */
export function describeEnvironment(facts: EnvironmentFacts): string {
  const parts = [describeMode(facts.mode, facts.planWords)]
  for (const job of facts.background) parts.push(`# Running in the background\n${job.command}\n${job.output}`.trimEnd())
  if (facts.checklist !== undefined) parts.push(facts.checklist)
  const usage = describeUsage(facts.contextTokens, facts.contextWindow)
  if (usage) parts.push(usage)
  return `<environment_details>\n${parts.join('\n\n')}\n</environment_details>`
}

function describeMode(mode: Mode, planWords = 'PLAN: explore by reading only, and answer with plan_mode_respond.'): string {
  return `# Current mode\n${mode === 'act' ? 'ACT' : planWords}`
}

/** Said only once it matters: from 60 % of the window on. */
function describeUsage(tokens: number, window: number | undefined): string | undefined {
  if (window === undefined || tokens < window * 0.6) return undefined
  return `# Context window\n${tokens} of ${window} tokens used (${Math.round((tokens / window) * 100)} %)`
}
