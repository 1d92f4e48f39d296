import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  ApiConfiguration,
  type AutoApprovalActionName,
  AutoApprovalActions,
  type AutoApprovalSettings,
  Settings,
  type SettingsPatch,
  autoApprovalActionNames,
  defaultSettings,
  strictestActions,
} from '../../shared/settings'

/** A settings file as it stands, with keys this version may not know: they are kept as they are. */
export type SettingsDocument = Readonly<Record<string, unknown>>

/** A value that this version cannot use, by its path: `mode`, `apiConfiguration.ollamaBaseUrl`. */
export type RefusedSetting = string

export interface ReadSettings {
  readonly settings: Settings
  readonly refused: readonly RefusedSetting[]
}

export type SettingsKey = keyof Settings
export const settingsKeys = Object.keys(Settings.shape).filter(isSettingsKey)

/** What stands in the file when it could not be read: nothing, and no approval. */
export const strictDocument: SettingsDocument = {
  autoApprovalSettings: {
    version: 1,
    actions: strictestActions,
    enableNotifications: defaultSettings.autoApprovalSettings.enableNotifications,
  },
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The settings that a document means. A value that cannot be used costs only itself; damaged approvals allow nothing. */
export function readSettings(document: SettingsDocument): ReadSettings {
  const refused: RefusedSetting[] = []
  const settings: Record<string, unknown> = {}
  for (const key of settingsKeys) {
    const value = document[key]
    if (value === undefined) settings[key] = defaultSettings[key]
    else if (key === 'apiConfiguration') settings[key] = readApiConfiguration(value, refused)
    else if (key === 'autoApprovalSettings') settings[key] = readApprovals(value, refused)
    // A file of the source may name a few of them only.
    else if (key === 'browserSettings' && isObject(value)) settings[key] = readValue(key, { ...defaultSettings[key], ...value }, refused)
    else settings[key] = readValue(key, value, refused)
  }
  // Every key was read by its own schema.
  return { settings: settings as Settings, refused }
}

/**
 * The document after a change. Only what the patch names is written, so that nothing else is fixed at today's
 * default or lost. What does not fit is refused and leaves its key as it was.
 */
export function patchDocument(document: SettingsDocument, patch: SettingsPatch): { document: SettingsDocument; refused: RefusedSetting[] } {
  const refused: RefusedSetting[] = []
  const next: Record<string, unknown> = { ...document }
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (!isSettingsKey(key)) refused.push(key)
    else if (key === 'apiConfiguration') next[key] = patchApiConfiguration(document[key], value, refused)
    else if (key === 'autoApprovalSettings') next[key] = patchApprovals(document[key], value, refused)
    else if (Settings.shape[key].safeParse(value).success) next[key] = value
    else refused.push(key)
  }
  return { document: next, refused }
}

/** Both patches in one: the later wins, groups are joined. */
export function joinPatches(first: SettingsPatch, second: SettingsPatch): SettingsPatch {
  const joined: Record<string, unknown> = { ...first }
  for (const [key, value] of Object.entries(second)) {
    if (value !== undefined) joined[key] = join(joined[key], value, groupDepth[key] ?? 0)
  }
  return joined
}

/** What is left of a patch once another has set some of its keys. */
export function withoutPatched(patch: SettingsPatch, later: SettingsPatch): SettingsPatch {
  const left: Record<string, unknown> = { ...patch }
  for (const [key, value] of Object.entries(later)) {
    if (value !== undefined) left[key] = without(left[key], value, groupDepth[key] ?? 0)
  }
  return left
}

/** How far down a patch changes parts of a group; deeper values are replaced whole. */
const groupDepth: Readonly<Record<string, number>> = { apiConfiguration: 1, autoApprovalSettings: 2 }

function join(first: unknown, second: unknown, depth: number): unknown {
  if (depth === 0 || !isObject(first) || !isObject(second)) return second
  const joined: Record<string, unknown> = { ...first }
  for (const [key, value] of Object.entries(second)) {
    if (value !== undefined) joined[key] = join(joined[key], value, depth - 1)
  }
  return joined
}

function without(value: unknown, later: unknown, depth: number): unknown {
  if (depth === 0 || !isObject(value) || !isObject(later)) return undefined
  const left: Record<string, unknown> = { ...value }
  for (const key of Object.keys(left)) {
    if (later[key] !== undefined) left[key] = without(left[key], later[key], depth - 1)
  }
  return left
}

function isSettingsKey(key: string): key is SettingsKey {
  return Object.hasOwn(Settings.shape, key)
}

function readValue(key: SettingsKey, value: unknown, refused: RefusedSetting[]): unknown {
  const parsed: z.ZodSafeParseResult<unknown> = Settings.shape[key].safeParse(value)
  if (parsed.success) return parsed.data
  refused.push(key)
  return defaultSettings[key]
}

function readApiConfiguration(value: unknown, refused: RefusedSetting[]): ApiConfiguration {
  if (!isObject(value)) {
    refused.push('apiConfiguration')
    return defaultSettings.apiConfiguration
  }
  const fitting: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(ApiConfiguration.shape)) {
    const entry = value[key]
    if (entry === undefined || entry === null) continue
    if (schema.safeParse(entry).success) fitting[key] = entry
    else refused.push(`apiConfiguration.${key}`)
  }
  return ApiConfiguration.parse(fitting)
}

function readApprovals(value: unknown, refused: RefusedSetting[]): AutoApprovalSettings {
  const defaults = defaultSettings.autoApprovalSettings
  const group = objectOr(value)
  const actions = AutoApprovalActions.partial().safeParse(group['actions'] === undefined ? {} : group['actions'])
  const isWhole = isObject(value) && actions.success
  if (!isWhole) refused.push('autoApprovalSettings')
  return {
    version: Number.isSafeInteger(group['version']) ? Number(group['version']) : defaults.version,
    actions: isWhole ? { ...defaults.actions, ...actions.data } : strictestActions,
    enableNotifications: typeof group['enableNotifications'] === 'boolean' ? group['enableNotifications'] : defaults.enableNotifications,
  }
}

function patchApiConfiguration(stored: unknown, patch: unknown, refused: RefusedSetting[]): Record<string, unknown> {
  const next: Record<string, unknown> = isObject(stored) ? { ...stored } : {}
  for (const [key, value] of Object.entries(objectOr(patch))) {
    const schema = Object.entries(ApiConfiguration.shape).find(([name]) => name === key)?.[1]
    if (value === null && schema) delete next[key]
    else if (value !== undefined && schema?.safeParse(value).success) next[key] = value
    else if (value !== undefined) refused.push(`apiConfiguration.${key}`)
  }
  return next
}

/** Each change raises the version, so that an older one never replaces a newer one. */
function patchApprovals(stored: unknown, patch: unknown, refused: RefusedSetting[]): unknown {
  const damage: RefusedSetting[] = []
  const before = readApprovals(stored ?? {}, damage)
  const change = objectOr(patch)
  const after = { ...before, actions: { ...before.actions } }
  for (const [name, allowed] of Object.entries(objectOr(change['actions']))) {
    if (isActionName(name) && typeof allowed === 'boolean') after.actions[name] = allowed
    else refused.push(`autoApprovalSettings.actions.${name}`)
  }
  const { enableNotifications = before.enableNotifications } = change
  if (typeof enableNotifications === 'boolean') after.enableNotifications = enableNotifications
  else refused.push('autoApprovalSettings.enableNotifications')
  if (damage.length === 0 && isDeepStrictEqual(before, after)) return stored

  const kept = objectOr(stored)
  return { ...kept, ...after, version: before.version + 1, actions: { ...objectOr(kept['actions']), ...after.actions } }
}

const objectOr = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

const isActionName = (name: string): name is AutoApprovalActionName => autoApprovalActionNames.some((known) => known === name)
