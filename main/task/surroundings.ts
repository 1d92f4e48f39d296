import type { Usage } from '../../shared/extension-state'
import type { Mode } from '../../shared/settings'
import { describeEnvironment } from '../context/environment'
import type { TaskParams } from './task-environment'
import type { ContentBlock } from './user-content'

const MAX_LISTED_FILES = 200

/** What stands at the end of every message to the model. */
export function describeSurroundings(params: TaskParams, mode: Mode, usage: Usage, checklist: string | undefined): string {
  return describeEnvironment({
    mode,
    contextTokens: usage.contextTokens,
    contextWindow: usage.contextWindow,
    background: params.background(),
    checklist,
  })
}

/** What the first message of a start or a resume tells besides: the time and the project's files. */
export async function describeProject(params: TaskParams, signal: AbortSignal): Promise<ContentBlock[]> {
  const { files } = params.services
  const listed = await files.list(await files.resolve('.'), { recursive: true, limit: MAX_LISTED_FILES }, signal)
  const text = describeProjectFiles(listed.ok ? listed.value : undefined)
  return [{ type: 'text', text }]
}

function describeProjectFiles(
  listed: { readonly entries: readonly { readonly path: string; readonly directory: boolean }[]; readonly truncated: boolean } | undefined,
): string {
  const now = new Date()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const paths = listed?.entries.map((entry) => (entry.directory ? `${entry.path}/` : entry.path)) ?? []
  const more = listed?.truncated ? '\n(there are more; list_files shows them)' : ''
  return `<project>\nIt is ${now.toISOString()} (${zone}).\nFiles in the project folder:\n${paths.length === 0 ? '(none)' : paths.join('\n')}${more}\n</project>`
}
