import { constants } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type HookInfo, type HookName, type HookSource, type HookToggle, hookNames } from '../../shared/hooks'
import type { ProjectTrust } from '../trust/project-trust'
import { systemCode } from '../workspace/system-errors'
import type { CalledFiles } from './called-files'
import { hookFileName, MAX_HOOK_BYTES, PROJECT_HOOKS, readProjectHook } from './hook-files'
import { type PinnedFile, privateCopy } from './private-copy'

/** A script that may run now. */
export interface Hook {
  readonly name: HookName
  readonly source: HookSource
  /** Absolute, as people know it. */
  readonly path: string
  /** What it guards goes on only when it succeeds. */
  readonly isRequired: boolean
  /** The file to be started. */
  prepare(): Promise<string>
}

/** A script of a project that is not trusted as it is now. */
export interface WithheldHook {
  readonly path: string
  readonly hash: string
}

export interface FoundHooks {
  readonly hooks: readonly Hook[]
  readonly withheld: readonly WithheldHook[]
  /** A sentence for each script that must succeed and cannot run, for whatever reason: what they guard does not go on. */
  readonly unmet: readonly string[]
}

/** What the person chose. */
export interface HookChoice {
  readonly hooksEnabled: boolean
  /** By absolute path. On unless said. */
  readonly hookToggles: Readonly<Record<string, HookToggle>>
  /** Whether hooks in Cline's folder of the person's documents run too. */
  readonly documentsHooksEnabled: boolean
}

export interface HookPlaces {
  /** The person's own hooks, in the folder of this app. */
  readonly global: string
  /** Cline's folder in the person's documents. */
  readonly documents: string
  /** Where copies of trusted hooks are run from. */
  readonly copies: string
}

export interface HookSearch {
  /** Real path of the project folder. */
  readonly cwd: string
  readonly places: HookPlaces
  readonly choice: HookChoice
  readonly trust: Pick<ProjectTrust, 'admits' | 'missed'>
  readonly platform: NodeJS.Platform
}

/** The scripts of one name that may run now. Reads the disk anew: what runs is what is there, and of a project what was trusted. */
export async function findHooks(name: HookName, search: HookSearch): Promise<FoundHooks> {
  if (!search.choice.hooksEnabled) return { hooks: [], withheld: [], unmet: [] }
  const found = await findAll(name, search)
  return {
    hooks: found.flatMap((each) => (each.kind === 'ready' && each.toggle !== 'off' ? [toHook(name, each, search)] : [])),
    withheld: found.flatMap((each) => {
      if (each.kind !== 'withheld' || each.toggle === 'off') return []
      search.trust.missed(search.cwd, each.item)
      return [{ path: each.path, hash: each.item.hash }]
    }),
    unmet: found.flatMap((each) => (each.toggle === 'required' ? whyUnmet(each) : [])),
  }
}

/** One script, whether it is switched on or not; undefined when it may not run. For trying it. */
export async function findHook(name: HookName, path: string, search: HookSearch): Promise<Hook | undefined> {
  const found = (await findAll(name, search)).find((each) => each.path === path)
  return found?.kind === 'ready' ? toHook(name, found, search) : undefined
}

/** All there are, for the page that lists them. */
export async function listHooks(search: HookSearch): Promise<readonly HookInfo[]> {
  const found = await Promise.all(hookNames.map(async (name) => (await findAll(name, search)).map((each) => describe(name, each))))
  return found.flat()
}

type Found = { readonly source: HookSource; readonly path: string; readonly toggle: HookToggle; readonly text: string } & (
  | { readonly kind: 'ready'; readonly pinned?: Omit<PinnedFile, 'name'> }
  | { readonly kind: 'withheld'; readonly item: { kind: 'hook'; path: string; hash: string } }
  | { readonly kind: 'unusable'; readonly problem: string }
)

const MAX_SHOWN = 20_000
/** Where one that must succeed does not. */
export const HOW_TO_GO_ON = 'Mend that, or let things go on without it under Hooks in the settings.'

async function findAll(name: HookName, search: HookSearch): Promise<readonly Found[]> {
  const { places, choice } = search
  const found = await Promise.all([
    findPersonal('global', join(places.global, hookFileName(name, search.platform)), search),
    choice.documentsHooksEnabled
      ? findPersonal('documents', join(places.documents, hookFileName(name, search.platform)), search)
      : undefined,
    findInProject(name, search),
  ])
  return found.filter((each) => each !== undefined)
}

async function findPersonal(source: HookSource, path: string, { choice, platform }: HookSearch): Promise<Found | undefined> {
  const toggle = choice.hookToggles[path] ?? 'on'
  try {
    const { size } = await stat(path)
    const text = size > MAX_HOOK_BYTES ? '' : (await readFile(path, 'utf8')).slice(0, MAX_SHOWN)
    const seen = { source, path, toggle, text }
    if (platform === 'win32' || (await isExecutable(path))) return { ...seen, kind: 'ready' }
    return { ...seen, kind: 'unusable', problem: notExecutable(path) }
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    if (code === 'ENOENT' || code === 'ENOTDIR') return absent({ source, path, toggle })
    return { source, path, toggle, text: '', kind: 'unusable', problem: `${path} cannot be read (${code}).` }
  }
}

async function findInProject(name: HookName, { cwd, choice, trust, platform }: HookSearch): Promise<Found | undefined> {
  const way = `${PROJECT_HOOKS}/${hookFileName(name, platform)}`
  const path = join(cwd, way)
  const file = await readProjectHook(cwd, way)
  const seen = { source: 'project', path, toggle: choice.hookToggles[path] ?? 'on' } as const
  if (file.kind === 'none') return absent(seen)
  if (file.kind === 'unusable') return { ...seen, text: '', kind: 'unusable', problem: file.reason }
  const text = file.bytes.toString('utf8').slice(0, MAX_SHOWN)
  const item = { kind: 'hook', path: way, hash: file.hash } as const
  if (!trust.admits(cwd, item)) return { ...seen, text, kind: 'withheld', item }
  if (platform !== 'win32' && !file.executable) return { ...seen, text, kind: 'unusable', problem: notExecutable(path) }
  return { ...seen, text, kind: 'ready', pinned: { bytes: file.bytes, hash: file.hash, beside: besideHooks(file.called.files) } }
}

/** What lies with the hooks lies with their copies too, by the same names. */
const besideHooks = (files: CalledFiles['files']): ReadonlyMap<string, Buffer> =>
  new Map(
    [...files].flatMap(([path, bytes]) => (path.startsWith(`${PROJECT_HOOKS}/`) ? [[path.slice(PROJECT_HOOKS.length + 1), bytes]] : [])),
  )

/** No script is nothing to tell of, unless there must be one. */
const absent = (place: Pick<Found, 'source' | 'path' | 'toggle'>): Found | undefined =>
  place.toggle === 'required' ? { ...place, text: '', kind: 'unusable', problem: `${place.path} is not there.` } : undefined

function whyUnmet(found: Found): string[] {
  if (found.kind === 'ready') return []
  const why = found.kind === 'unusable' ? found.problem : 'You have not trusted it as it is now.'
  return [`The hook ${found.path} must succeed, and it cannot run. ${why} ${HOW_TO_GO_ON}`]
}

function toHook(name: HookName, { source, path, toggle, pinned }: Extract<Found, { kind: 'ready' }>, search: HookSearch): Hook {
  const file = hookFileName(name, search.platform)
  return {
    name,
    source,
    path,
    isRequired: toggle === 'required',
    prepare: () => (pinned ? privateCopy(search.places.copies, { name: file, ...pinned }) : Promise.resolve(path)),
  }
}

function describe(name: HookName, found: Found): HookInfo {
  const { source, path, toggle, text } = found
  const problem =
    found.kind === 'unusable'
      ? found.problem
      : found.kind === 'withheld'
        ? 'It does not run: you have not trusted it as it is now.'
        : undefined
  return { name, source, path, toggle, text, ...(problem === undefined ? {} : { problem }) }
}

const notExecutable = (path: string): string => `${path} is not executable, so it does not run: make it executable with chmod +x.`

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return true
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return false
  }
}
