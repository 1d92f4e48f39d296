import { type AutoApprovalActionName, type AutoApprovalActions, autoApprovalActionNames } from '../../../shared/settings'

interface ApprovalWords {
  readonly label: string
  readonly short: string
  readonly hint: string
}

/** The categories in plain words. */
export const approvalWords: Readonly<Record<AutoApprovalActionName, ApprovalWords>> = {
  readFiles: { label: 'Read project files', short: 'read', hint: 'Read, list and search files in the project folder.' },
  readFilesExternally: { label: 'Read all files', short: 'read all', hint: 'Also outside of the project folder, wherever you may read.' },
  editFiles: { label: 'Edit project files', short: 'edit', hint: 'Create, change and delete files in the project folder.' },
  editFilesExternally: { label: 'Edit all files', short: 'edit all', hint: 'Also outside of the project folder, wherever you may write.' },
  executeSafeCommands: { label: 'Execute safe commands', short: 'safe commands', hint: 'Commands that are known only to read.' },
  executeAllCommands: { label: 'Execute all commands', short: 'all commands', hint: 'Any command, also one that deletes or uploads.' },
  useBrowser: {
    label: 'Use the browser',
    short: 'browser',
    hint: 'Open pages of public hosts and of this machine, in a browser of its own.',
  },
  useMcp: { label: 'Use MCP servers', short: 'MCP', hint: 'Call the tools of connected servers.' },
}

/** A wider permission and the narrower one that it contains. */
const parents: Partial<Record<AutoApprovalActionName, AutoApprovalActionName>> = {
  readFilesExternally: 'readFiles',
  editFilesExternally: 'editFiles',
  executeAllCommands: 'executeSafeCommands',
}

export const isNested = (name: AutoApprovalActionName): boolean => name in parents

/** What a flick of one switch changes: a wider permission brings the narrower one, and losing that loses the wider. */
export function approvalChange(name: AutoApprovalActionName, on: boolean): Partial<AutoApprovalActions> {
  const parent = parents[name]
  const child = autoApprovalActionNames.find((other) => parents[other] === name)
  return { [name]: on, ...(on && parent ? { [parent]: true } : {}), ...(!on && child ? { [child]: false } : {}) }
}

/** What is allowed, in a few words: of a pair only the wider. */
export function autoApprovalSummary(actions: AutoApprovalActions): string {
  const covered = new Set(autoApprovalActionNames.flatMap((name) => (actions[name] && parents[name] ? [parents[name]] : [])))
  const words = autoApprovalActionNames.filter((name) => actions[name] && !covered.has(name)).map((name) => approvalWords[name].short)
  return words.length > 0 ? words.join(', ') : 'nothing'
}
