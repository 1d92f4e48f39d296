import type { Mode } from '../../shared/settings'
import type { ProviderId } from '../../shared/models'
import type { ClineAccount } from '../account/cline-account'
import { ClineApiError } from '../account/cline-api'
import { createApiHandler } from '../providers/create-api-handler'
import type { ApiHandler } from '../providers/provider'
import { providerFacts } from '../providers/provider-catalog'
import { ProviderError } from '../providers/provider-error'
import type { SecretMask } from '../storage/mask-secrets'
import type { SecretStore } from '../storage/secret-store'
import type { StateManager } from '../storage/state-manager'
import { type ModelSelection, selectModel } from './choose-model'

/** What a command line says over the settings. */
export interface ModelOverrides {
  /** Whose address and key these are; another provider gets neither. */
  readonly providerId?: ProviderId
  readonly baseUrl?: string
  /** A key from the environment. */
  readonly apiKey?: string
}

const demoChoice: SelectionWithKey = { providerId: 'demo', modelId: providerFacts('demo').defaultModelId ?? 'demo' }

/** What the command line says of this provider: one provider's key is nothing to another. */
export const overridesFor = (providerId: ProviderId, overrides: ModelOverrides = {}): Omit<ModelOverrides, 'providerId'> =>
  overrides.providerId === providerId ? overrides : {}

export interface HandlerSources {
  readonly settings: StateManager
  readonly secrets: SecretStore
  readonly mask: SecretMask
  readonly overrides: ModelOverrides | undefined
  /** Folders in which the script answers, whatever model is set up. */
  readonly isDemoFolder: (cwd: string) => boolean
  readonly account: Pick<ClineAccount, 'access' | 'api' | 'auth' | 'flags'>
}

/** Those of the newest choices are kept: a task and its subagents may have a model each. */
const KEPT_HANDLERS = 4

/**
 * Makes the handler that a mode's settings name, or the one of another model of the same provider; the same one again while
 * nothing changed, so that its connections stay open.
 */
export function buildApiHandler(sources: HandlerSources): (mode: Mode, cwd: string, modelId?: string) => Promise<ApiHandler> {
  const kept = new Map<string, ApiHandler>()
  return async (mode, cwd, modelId) => {
    const choice = sources.isDemoFolder(cwd) ? demoChoice : withModel(await selectModelWithKey(sources, mode), modelId)
    const key = JSON.stringify(choice)
    if (choice.providerId === 'cline') await learnFlags(sources)
    const handler = kept.get(key) ?? (await createApiHandler(choice, sources.account.access))
    kept.delete(key)
    kept.set(key, handler)
    for (const old of [...kept.keys()].slice(0, -KEPT_HANDLERS)) kept.delete(old)
    return handler
  }
}

const withModel = (choice: SelectionWithKey, modelId = choice.modelId): SelectionWithKey => ({ ...choice, modelId })

/** Which model a mode's settings name for this folder, whether or not it can be reached. */
export function nameModel(
  sources: Pick<HandlerSources, 'settings' | 'isDemoFolder'>,
  mode: Mode,
  cwd: string,
): { providerId: string; modelId: string } | undefined {
  if (sources.isDemoFolder(cwd)) return { providerId: demoChoice.providerId, modelId: demoChoice.modelId }
  const selection = selectModel(sources.settings.getSettings(), mode)
  const modelId = selection && (selection.modelId ?? providerFacts(selection.providerId).defaultModelId)
  return selection && modelId ? { providerId: selection.providerId, modelId } : undefined
}

type SelectionWithKey = ModelSelection & { readonly modelId: string; readonly apiKey?: string }

/** The selected model with its key. Rejects with a ProviderError that says what is missing. */
async function selectModelWithKey(sources: HandlerSources, mode: Mode): Promise<SelectionWithKey> {
  const selection = selectModel(sources.settings.getSettings(), mode)
  if (!selection) throw new ProviderError({ kind: 'auth', message: 'No model is set up yet. Choose a provider and a model in Settings.' })
  const { label, defaultModelId } = providerFacts(selection.providerId)
  const modelId = selection.modelId ?? defaultModelId
  if (modelId === undefined)
    throw new ProviderError({ kind: 'not_found', message: `No model of ${label} is chosen yet. Choose one in Settings.` })
  const own = overridesFor(selection.providerId, sources.overrides)
  const apiKey = own.apiKey ?? (await storedKey(sources.secrets, selection.providerId))
  if (apiKey !== undefined) sources.mask.learn(apiKey)
  const baseUrl = selection.providerId === 'cline' ? clineAddress(sources) : (own.baseUrl ?? selection.baseUrl)
  return { ...selection, modelId, ...(baseUrl === undefined ? {} : { baseUrl }), ...(apiKey === undefined ? {} : { apiKey }) }
}

/** Before the tools are chosen that depend on them; asks once an hour at most. */
async function learnFlags({ account: { auth, flags } }: HandlerSources): Promise<void> {
  if (auth.userId !== undefined) await flags.poll(auth.userId)
}

/** The account's own address holds for all of its calls. */
function clineAddress({ account }: HandlerSources): string {
  try {
    return account.api.env().apiBaseUrl
  } catch (error) {
    if (error instanceof ClineApiError) throw new ProviderError({ kind: 'protocol', message: `${error.message}.` }, error)
    throw error
  }
}

async function storedKey(secrets: SecretStore, providerId: ProviderId): Promise<string | undefined> {
  const stored = await secrets.get(providerId)
  if (stored.kind === 'sealed') {
    throw new ProviderError({
      kind: 'auth',
      message: `The key is sealed by ${stored.backend}, which cannot be opened now. Unlock it, or enter the key again in Settings.`,
    })
  }
  return stored.kind === 'found' ? stored.key : undefined
}
