import type { Settings } from '../../../shared/settings'

/** What the agent may do in a project without asking, in one sentence. The settings decide; this only says it. */
export function approvalWords(settings: Pick<Settings, 'autoApprovalSettings' | 'yoloModeToggled' | 'autoApproveAllToggled'>): string {
  if (settings.yoloModeToggled || settings.autoApproveAllToggled) return 'By your settings everything runs without asking you.'
  const { readFiles, editFiles, executeSafeCommands, executeAllCommands } = settings.autoApprovalSettings.actions
  const free = [
    readFiles && 'reading in this folder',
    editFiles && 'editing in this folder',
    executeAllCommands && 'every command',
    executeSafeCommands && !executeAllCommands && 'commands known to be safe',
  ].filter((word) => word !== false)
  if (free.length === 0) return 'By your settings everything waits for your approval.'
  return `By your settings ${listed(free)} ${free.length === 1 ? 'needs' : 'need'} no approval. Everything else waits for you.`
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
