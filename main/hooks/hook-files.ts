import { join, posix } from 'node:path'
import type { HookName } from '../../shared/hooks'
import { hookNames } from '../../shared/hooks'
import { NONE } from '../workspace/called-scripts'
import { type ProjectFile, readProjectFile } from '../trust/project-file'
import type { FoundCall, TrustSource } from '../trust/project-trust'
import { type CalledFiles, findCalledFiles, hashWithCalled } from './called-files'

/** Where a project keeps its hooks. */
export const PROJECT_HOOKS = '.clinerules/hooks'
/** A script is a page or two; a program that is larger is better called from one. */
export const MAX_HOOK_BYTES = 1024 * 1024

/** Where Cline keeps a person's hooks. */
export const documentsHooks = (home: string): string => join(home, 'Documents', 'Cline', 'Hooks')

/** The file of a hook has its name, and on Windows the ending by which PowerShell knows it. */
export const hookFileName = (name: HookName, platform: NodeJS.Platform): string => (platform === 'win32' ? `${name}.ps1` : name)

/** A hook of a project: its hash is of what it calls of the project too. */
export type ProjectHook =
  | Exclude<ProjectFile, { kind: 'read' }>
  | (Extract<ProjectFile, { kind: 'read' }> & { readonly called: CalledFiles })

/** `path` is relative to the folder (real path), with `/`. */
export async function readProjectHook(folder: string, path: string): Promise<ProjectHook> {
  const file = await readProjectFile(folder, path, MAX_HOOK_BYTES)
  if (file.kind !== 'read') return file
  const called = await findCalledFiles(folder, { path, bytes: file.bytes })
  return { ...file, hash: hashWithCalled(file.hash, called.states), called }
}

/** The hooks that a project brings. Those of another system are listed too: who trusts a folder sees all of it. */
export const projectHooks: TrustSource = {
  kind: 'hook',
  find: async (folder) => {
    const places = hookNames.flatMap((name) =>
      [name, `${name}.ps1`].map((file) => ({ path: `${PROJECT_HOOKS}/${file}`, about: `Runs ${moments[name]}.` })),
    )
    const found = await Promise.all(places.map(async (place) => ({ ...place, file: await readProjectHook(folder, place.path) })))
    return found.flatMap(({ file, ...place }) =>
      file.kind === 'none' ? [] : [{ ...place, file, ...(file.kind === 'read' ? { calls: describeCalled(file.called) } : {}) }],
    )
  },
}

/** When each runs: ends the sentence "Runs …". */
export const moments: Readonly<Record<HookName, string>> = {
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

/** As they are shown before they are trusted. What is missing counts too, and is nothing to show. */
function describeCalled({ states, files }: CalledFiles): readonly FoundCall[] {
  const found = states.flatMap(({ name, part, hash, text }): FoundCall[] => {
    if (hash === NONE) return []
    const path = posix.normalize(name)
    if (part !== undefined) return [{ path: `${path} (${part})`, content: text ?? '' }]
    const content = files.get(path)?.toString('utf8')
    return [content === undefined ? { path } : { path, content }]
  })
  return [...new Map(found.map((each) => [each.path, each])).values()]
}
