import { join } from 'node:path'
import type { HookName } from '../../shared/hooks'
import { hookNames } from '../../shared/hooks'
import { readProjectFile } from '../trust/project-file'
import type { TrustSource } from '../trust/project-trust'

/** Where a project keeps its hooks. */
export const PROJECT_HOOKS = '.clinerules/hooks'
/** A script is a page or two; a program that is larger is better called from one. */
export const MAX_HOOK_BYTES = 1024 * 1024

/** Where Cline keeps a person's hooks. */
export const documentsHooks = (home: string): string => join(home, 'Documents', 'Cline', 'Hooks')

/** The file of a hook has its name, and on Windows the ending by which PowerShell knows it. */
export const hookFileName = (name: HookName, platform: NodeJS.Platform): string => (platform === 'win32' ? `${name}.ps1` : name)

/** The hooks that a project brings. Those of another system are listed too: who trusts a folder sees all of it. */
export const projectHooks: TrustSource = {
  kind: 'hook',
  find: async (folder) => {
    const places = hookNames.flatMap((name) =>
      [name, `${name}.ps1`].map((file) => ({ path: `${PROJECT_HOOKS}/${file}`, about: `Runs ${moments[name]}.` })),
    )
    const found = await Promise.all(
      places.map(async (place) => ({ ...place, file: await readProjectFile(folder, place.path, MAX_HOOK_BYTES) })),
    )
    return found.filter(({ file }) => file.kind !== 'none')
  },
}

const moments: Readonly<Record<HookName, string>> = {
  TaskStart: 'when a task begins',
  TaskResume: 'when a task is taken up again',
  UserPromptSubmit: 'whenever you send a message',
  PreToolUse: 'before each tool call of the agent',
  PostToolUse: 'after each tool call of the agent',
  PreCompact: 'before a conversation is summarised',
  TaskCancel: 'when a task is cancelled',
  TaskComplete: 'when a task is completed',
  Notification: 'when the agent needs you, or is done',
}
