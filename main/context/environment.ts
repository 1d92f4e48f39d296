import type { Mode } from '../../shared/settings'

/** What changes from turn to turn and stands at the end of each message to the model. */
export interface EnvironmentFacts {
  readonly mode: Mode
  /** First turn of a start or a resume: the project's files, at most 200. */
  readonly files?: { readonly paths: readonly string[]; readonly truncated: boolean }
  readonly now?: Date
  readonly contextTokens: number
  readonly contextWindow: number | undefined
  /** Commands that go on in the background, with their newest output. */
  readonly background: readonly { readonly command: string; readonly output: string }[]
}

/** The environment block, small on purpose: it is sent with every request. */
export function describeEnvironment(facts: EnvironmentFacts): string {
  const parts = [describeMode(facts.mode)]
  if (facts.now) parts.push(`# Current time\n${describeTime(facts.now)}`)
  if (facts.files) parts.push(describeFiles(facts.files))
  for (const job of facts.background) parts.push(`# Running in the background\n${job.command}\n${job.output}`.trimEnd())
  const usage = describeUsage(facts.contextTokens, facts.contextWindow)
  if (usage) parts.push(usage)
  return `<environment_details>\n${parts.join('\n\n')}\n</environment_details>`
}

function describeMode(mode: Mode): string {
  if (mode === 'act') return '# Current mode\nACT'
  return '# Current mode\nPLAN: explore by reading only, and answer with plan_mode_respond.'
}

function describeTime(now: Date): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const minutes = -now.getTimezoneOffset()
  const sign = minutes < 0 ? '-' : '+'
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0')
  return `${now.toISOString()} (${zone}, UTC${sign}${two(minutes / 60)}:${two(minutes % 60)})`
}

function describeFiles(files: NonNullable<EnvironmentFacts['files']>): string {
  const listing = files.paths.length === 0 ? '(no files)' : files.paths.join('\n')
  return `# Project files\n${listing}${files.truncated ? '\n(more files than listed; use list_files to see others)' : ''}`
}

/** Said only once it matters: from 60 % of the window on. */
function describeUsage(tokens: number, window: number | undefined): string | undefined {
  if (window === undefined || tokens < window * 0.6) return undefined
  return `# Context window\n${tokens} of ${window} tokens used (${Math.round((tokens / window) * 100)} %)`
}
