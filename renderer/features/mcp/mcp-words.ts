import type { McpLaunchFacts, McpServer } from '../../../shared/mcp'
import type { BadgeTone } from '../../ui/badge'

interface StatusWords {
  readonly words: string
  readonly tone: BadgeTone
}

export const statusWords: Readonly<Record<McpServer['status'], StatusWords>> = {
  disabled: { words: 'Off', tone: 'neutral' },
  broken: { words: 'Cannot be used', tone: 'danger' },
  unapproved: { words: 'Needs approval', tone: 'waiting' },
  idle: { words: 'Starts when needed', tone: 'neutral' },
  stopped: { words: 'Stopped by you', tone: 'neutral' },
  connecting: { words: 'Starting', tone: 'neutral' },
  slow: { words: 'Slow to start', tone: 'neutral' },
  connected: { words: 'Running', tone: 'passed' },
  waiting: { words: 'Tries again soon', tone: 'neutral' },
  failed: { words: 'Failed', tone: 'danger' },
  needs_auth: { words: 'Needs sign-in', tone: 'waiting' },
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

/** What a server has, on one line. */
export function countWords({ tools, brokenTools }: McpServer): string {
  return [count(tools, 'tool', 'tools'), ...(brokenTools > 0 ? [`${brokenTools} unusable`] : [])].join(', ')
}

/** How many servers wait for the person and how many cannot be used, in a few words. Undefined when there are none. */
export function troubleWords(servers: readonly McpServer[]): string | undefined {
  const waiting = servers.filter(
    ({ status, needsPrivateConsent }) =>
      status === 'unapproved' || status === 'needs_auth' || (needsPrivateConsent && status !== 'disabled'),
  ).length
  const failed = servers.filter(({ status }) => status === 'failed' || status === 'broken').length
  const parts = [
    ...(waiting > 0 ? [waiting === 1 ? '1 waits for you' : `${waiting} wait for you`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ]
  return parts.length > 0 ? `MCP servers: ${parts.join(', ')}` : undefined
}

/** The command as it is written, word by word. */
export const commandText = ({ command = '', args = [] }: McpLaunchFacts): string =>
  [command, ...args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')

export interface LaunchFact {
  readonly name: string
  readonly text: string
  /** It was approved with something else here. */
  readonly before?: string
}

/** All that starting it would do, each with what was approved before where that is another. */
export function launchFactsOf(now: McpLaunchFacts, before: McpLaunchFacts | undefined): readonly LaunchFact[] {
  return facts
    .map(({ name, read }) => {
      const text = read(now)
      const old = before && read(before)
      return { name, text, ...(old !== undefined && old !== text ? { before: old === '' ? 'nothing' : old } : {}) }
    })
    .filter(({ text, before: old }) => text !== '' || old !== undefined)
}

const facts: readonly { readonly name: string; readonly read: (facts: McpLaunchFacts) => string }[] = [
  { name: 'Command', read: (launch) => (launch.transport === 'stdio' ? commandText(launch) : '') },
  { name: 'Address', read: ({ url = '' }) => url },
  { name: 'Folder', read: ({ cwd = '' }) => cwd },
  { name: 'Variables', read: ({ variables }) => variables.join(', ') },
  { name: 'Headers', read: ({ headers }) => headers.join(', ') },
  { name: 'Tools that run without asking', read: ({ autoApprove }) => autoApprove.join(', ') },
]

/** Splits a command line as a person writes it: quotes keep blanks together. Undefined when a quote has no end. */
export function splitCommand(line: string): readonly string[] | undefined {
  const words = [...line.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
  return /^(?:[^"']|"[^"]*"|'[^']*')*$/.test(line) ? words : undefined
}

/** Lines of `NAME=value`. Undefined when one is something else. */
export function readPairs(text: string): Readonly<Record<string, string>> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([^\s=:]+)\s*[=:]\s*(.*)$/.exec(line))
  if (pairs.some((pair) => pair === null)) return undefined
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}
