import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ProviderId } from '../../shared/models'
import { failed, ok, type Result } from '../../shared/result'
import { ApiConfiguration, AutoApprovalActions, autoApprovalActionNames, SettingsPatch } from '../../shared/settings'
import { providerFacts } from '../providers/provider-catalog'
import { SIGN_IN_SECRET } from '../account/auth-store'
import type { SecretStore } from '../storage/secret-store'
import type { StateManager } from '../storage/state-manager'
import type { AutoApprove, RunOptions } from './arguments'

/** A key that is misspelt must not be left out in silence: at no depth. `version` is that of a copied state, and counts for nothing here. */
const FileSettings = SettingsPatch.extend({
  autoApprovalSettings: z
    .strictObject({ version: z.number(), actions: AutoApprovalActions.partial().strict(), enableNotifications: z.boolean() })
    .partial()
    .transform(({ version: _version, ...rest }) => rest)
    .optional(),
  apiConfiguration: z.strictObject(nullable(ApiConfiguration.shape)).optional(),
  mcpServers: z.record(z.string(), z.unknown()).optional(),
}).strict()

/** `null` clears a key. */
function nullable<Shape extends Record<string, z.ZodType>>(shape: Shape): { [Key in keyof Shape]: z.ZodNullable<Shape[Key]> } {
  // The same keys, each with its own type made nullable.
  return Object.fromEntries(Object.entries(shape).map(([key, type]) => [key, type.nullable()])) as ReturnType<typeof nullable<Shape>>
}

interface FileContent {
  readonly patch: SettingsPatch
  /** Servers of this run alone, by their names. */
  readonly mcpServers: Readonly<Record<string, unknown>>
}

/** The `--settings` file as a change of this run's settings. A failure is one sentence. */
async function readSettingsFile(path: string): Promise<Result<FileContent, string>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    return failed(`The settings file ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const document = parse(text)
  if (document === undefined) return failed(`The settings file ${path} holds no JSON object.`)
  const read = FileSettings.safeParse(document)
  if (read.success) {
    const { mcpServers = {}, ...patch } = read.data
    return ok({ patch, mcpServers })
  }
  const issue = read.error.issues[0]
  return failed(`The settings file ${path} does not fit at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'unknown'}.`)
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export interface Overridden {
  readonly settings: StateManager
  readonly mcp: { give(servers: FileContent['mcpServers']): void }
}

/** Lays the settings file and the options of this run over the stored settings. A failure is one sentence. */
export async function overrideSettings({ settings, mcp }: Overridden, options: RunOptions): Promise<Result<undefined, string>> {
  const file = options.settingsFile === undefined ? ok({ patch: {}, mcpServers: {} }) : await readSettingsFile(options.settingsFile)
  if (!file.ok) return file
  settings.override(file.value.patch)
  mcp.give(file.value.mcpServers)
  settings.override(optionsAsPatch(options))
  return ok(undefined)
}

/** What the command line says over the settings. */
function optionsAsPatch(options: RunOptions): SettingsPatch {
  const { provider, model, mode, autoApprove } = options
  const api = {
    ...(provider ? { actModeApiProvider: provider, actModeApiModelId: model ?? null } : {}),
    ...(model ? { actModeApiModelId: model } : {}),
  }
  return {
    ...(mode ? { mode } : {}),
    // One model serves both modes unless the settings file says otherwise.
    ...(provider || model ? { apiConfiguration: api, planActSeparateModelsSetting: false } : {}),
    ...(autoApprove ? approvals(autoApprove) : {}),
  }
}

function approvals(autoApprove: AutoApprove): SettingsPatch {
  const chosen = autoApprove.kind === 'all' ? [] : autoApprove.actions
  const actions = Object.fromEntries(autoApprovalActionNames.map((name) => [name, chosen.includes(name)]))
  return {
    yoloModeToggled: autoApprove.kind === 'all',
    autoApproveAllToggled: false,
    // Every name of the list is there, each with a boolean.
    autoApprovalSettings: { actions: actions },
  }
}

/** The key for this run: the named variable, else the provider's usual one, else the key file. Undefined: none is needed or there is none. */
export async function findKey(
  providerId: ProviderId,
  options: RunOptions,
  env: NodeJS.ProcessEnv,
  secrets: SecretStore,
): Promise<Result<string | undefined, string>> {
  const facts = providerFacts(providerId)
  if (options.apiKeyEnv !== undefined) {
    const key = env[options.apiKeyEnv]
    return key ? ok(key) : failed(`The environment variable ${options.apiKeyEnv}, which --api-key-env names, is not set.`)
  }
  const usual = facts.keyEnv === undefined ? undefined : env[facts.keyEnv]
  if (usual) return ok(usual)
  const stored = await secrets.get(providerId === 'cline' ? SIGN_IN_SECRET : providerId)
  // A sign-in is no key: the account itself sends it, and renews it.
  if (stored.kind === 'found') return ok(providerId === 'cline' ? undefined : stored.key)
  if (stored.kind === 'sealed')
    return failed(
      `The key of ${facts.label} is sealed by ${stored.backend}, which only the window can open. Set ${facts.keyEnv ?? 'a key'} in the environment.`,
    )
  return facts.needsKey
    ? failed(`There is no key for ${facts.label}. Set ${facts.keyEnv ?? 'one'} in the environment, or name a variable with --api-key-env.`)
    : ok(undefined)
}
