import { z } from 'zod'
import { BrowserSettings, defaultBrowserSettings } from './browser'
import { HookToggle } from './hooks'
import { ProviderId } from './models'
import { defaultSubagentSettings, SubagentSettings } from './subagents'

export const Mode = z.enum(['plan', 'act'])
export type Mode = z.infer<typeof Mode>

export const AutoApprovalActions = z.object({
  readFiles: z.boolean(),
  readFilesExternally: z.boolean(),
  editFiles: z.boolean(),
  editFilesExternally: z.boolean(),
  executeSafeCommands: z.boolean(),
  executeAllCommands: z.boolean(),
  useBrowser: z.boolean(),
  useMcp: z.boolean(),
})
export type AutoApprovalActions = z.infer<typeof AutoApprovalActions>
export type AutoApprovalActionName = keyof AutoApprovalActions
// The keys of a literal object are exactly the names in its type.
export const autoApprovalActionNames = Object.keys(AutoApprovalActions.shape) as readonly AutoApprovalActionName[]

export const AutoApprovalSettings = z.object({
  /** Orders concurrent writes: an older version never replaces a newer one. */
  version: z.number().int(),
  actions: AutoApprovalActions,
  enableNotifications: z.boolean(),
})
export type AutoApprovalSettings = z.infer<typeof AutoApprovalSettings>

export const ReasoningEffort = z.enum(['none', 'low', 'medium', 'high', 'xhigh'])
export type ReasoningEffort = z.infer<typeof ReasoningEffort>

/** What an OpenAI-compatible or local endpoint cannot tell us about its model. Prices per million tokens. */
export const CustomModelInfo = z.object({
  contextWindow: z.number().int().positive().optional(),
  maxTokens: z.number().int().positive().optional(),
  supportsImages: z.boolean().optional(),
  inputPrice: z.number().min(0).optional(),
  outputPrice: z.number().min(0).optional(),
})
export type CustomModelInfo = z.infer<typeof CustomModelInfo>

/** Provider settings by the source's key names. Keys and tokens are not here: they have a store of their own. */
export const ApiConfiguration = z.object({
  anthropicBaseUrl: z.string().optional(),
  openAiBaseUrl: z.string().optional(),
  openAiHeaders: z.record(z.string(), z.string()).optional(),
  openAiModelInfo: CustomModelInfo.optional(),
  ollamaBaseUrl: z.string().optional(),
  lmStudioBaseUrl: z.string().optional(),
  requestTimeoutMs: z.number().int().positive().optional(),
  planModeApiProvider: ProviderId.optional(),
  planModeApiModelId: z.string().optional(),
  planModeThinkingBudgetTokens: z.number().int().min(0).optional(),
  planModeReasoningEffort: ReasoningEffort.optional(),
  actModeApiProvider: ProviderId.optional(),
  actModeApiModelId: z.string().optional(),
  actModeThinkingBudgetTokens: z.number().int().min(0).optional(),
  actModeReasoningEffort: ReasoningEffort.optional(),
})
export type ApiConfiguration = z.infer<typeof ApiConfiguration>

/** Files that the glob fits, as in .gitignore, are formatted by the command after each write of the agent. */
export const FormatRule = z.object({ glob: z.string(), command: z.string() })
export type FormatRule = z.infer<typeof FormatRule>

/** The checklist that the model keeps with its calls. */
export const FocusChainSettings = z.object({
  enabled: z.boolean(),
  /** Requests after which the model is reminded of it. */
  remindClineInterval: z.number().int().min(1),
})
export type FocusChainSettings = z.infer<typeof FocusChainSettings>

/** Everything a person can set. */
export const Settings = z.object({
  mode: Mode,
  strictPlanModeEnabled: z.boolean(),
  yoloModeToggled: z.boolean(),
  autoApproveAllToggled: z.boolean(),
  autoApprovalSettings: AutoApprovalSettings,
  apiConfiguration: ApiConfiguration,
  /** Off: the act mode's provider and model serve both modes. */
  planActSeparateModelsSetting: z.boolean(),
  enableParallelToolCalling: z.boolean(),
  maxConsecutiveMistakes: z.number().int().min(1),
  terminalOutputLineLimit: z.number().int().min(10),
  /** The first rule whose glob fits counts. Empty: nothing is formatted. */
  formatOnSave: z.array(FormatRule),
  focusChainSettings: FocusChainSettings,
  browserSettings: BrowserSettings,
  /** The person's own scripts run at the moments that their names say. */
  hooksEnabled: z.boolean(),
  /** By the hook's absolute path; one that is not named is on. */
  hookToggles: z.record(z.string(), HookToggle),
  /** Hooks in Cline's folder of the person's documents run too. */
  documentsHooksEnabled: z.boolean(),
  /** By the absolute path of a skill; one that is not named is on. */
  globalSkillsToggles: z.record(z.string(), z.boolean()),
  localSkillsToggles: z.record(z.string(), z.boolean()),
  subagentsEnabled: z.boolean(),
  subagentSettings: SubagentSettings,
  /** The web tools of the Cline API, for the provider `cline`. */
  clineWebToolsEnabled: z.boolean(),
  /** This program fetches pages itself, and the model in use reads them. */
  localWebFetchEnabled: z.boolean(),
  /** Address of a search service (Brave, Tavily, SearXNG), by which its kind is told. Empty: none. */
  webSearchEndpoint: z.string(),
  preferredLanguage: z.string(),
  welcomeViewCompleted: z.boolean(),
  /** Absolute paths, newest first. */
  recentFolders: z.array(z.string()),
})
export type Settings = z.infer<typeof Settings>

/** The one source of defaults, for both processes. */
export const defaultSettings: Settings = {
  mode: 'act',
  strictPlanModeEnabled: true,
  yoloModeToggled: false,
  autoApproveAllToggled: false,
  autoApprovalSettings: {
    version: 1,
    actions: {
      readFiles: true,
      readFilesExternally: false,
      editFiles: false,
      editFilesExternally: false,
      executeSafeCommands: true,
      executeAllCommands: false,
      useBrowser: false,
      useMcp: false,
    },
    enableNotifications: false,
  },
  apiConfiguration: {},
  planActSeparateModelsSetting: false,
  enableParallelToolCalling: true,
  maxConsecutiveMistakes: 3,
  terminalOutputLineLimit: 500,
  formatOnSave: [],
  focusChainSettings: { enabled: true, remindClineInterval: 6 },
  browserSettings: defaultBrowserSettings,
  hooksEnabled: true,
  hookToggles: {},
  documentsHooksEnabled: false,
  globalSkillsToggles: {},
  localSkillsToggles: {},
  subagentsEnabled: false,
  subagentSettings: defaultSubagentSettings,
  clineWebToolsEnabled: true,
  localWebFetchEnabled: false,
  webSearchEndpoint: '',
  preferredLanguage: 'English',
  welcomeViewCompleted: false,
  recentFolders: [],
}

/** Every category off: what holds while the stored approvals cannot be read. */
export const strictestActions: AutoApprovalActions = {
  readFiles: false,
  readFilesExternally: false,
  editFiles: false,
  editFilesExternally: false,
  executeSafeCommands: false,
  executeAllCommands: false,
  useBrowser: false,
  useMcp: false,
}

/** A change of some settings. `null` in `apiConfiguration` clears that key; groups are merged, other values replaced. */
export const SettingsPatch = Settings.partial().extend({
  autoApprovalSettings: z.object({ actions: AutoApprovalActions.partial(), enableNotifications: z.boolean() }).partial().optional(),
  apiConfiguration: z.record(z.string(), z.unknown()).optional(),
})
export type SettingsPatch = z.infer<typeof SettingsPatch>
