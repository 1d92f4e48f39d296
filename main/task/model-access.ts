import type { ConversationTurn } from '../providers/conversation'
import type { ApiHandler, ApiRequest } from '../providers/provider'
import type { Mode } from '../../shared/settings'
import type { ClineDefaultTool } from '../../shared/tools'
import type { OfferContext, ToolAlias } from '../tools/tool-handler'
import { buildSystemPrompt } from '../prompts/build'
import { buildSkillsSection } from '../prompts/skills'
import { offerTools } from './offer-tools'
import { withoutOldPictures } from './old-pictures'
import type { TaskParams } from './task-environment'

/** What a request offered. */
export interface Offer {
  /** By the names that the model sees. */
  readonly names: readonly string[]
  /** Tools that may be called besides. */
  readonly understood: readonly string[]
  /** Those among them that stand for another tool. */
  readonly aliases: readonly ToolAlias[]
}

const wholeConversation = (conversation: readonly ConversationTurn[]): readonly ConversationTurn[] => conversation

/** The model of one task: which one answers now, and what a request to it consists of. */
export class ModelAccess {
  private readonly params: TaskParams
  private readonly systemPrompt: string
  private readonly shorten: typeof wholeConversation
  private handler: ApiHandler | undefined
  private asked: ReadonlySet<ClineDefaultTool> = new Set()
  private lastOffer: Offer = { names: [], understood: [], aliases: [] }

  /** `shorten` gives the conversation as it is sent. */
  constructor(params: TaskParams, systemPrompt = buildSystemPrompt(params.promptFacts), shorten = wholeConversation) {
    this.params = params
    this.systemPrompt = systemPrompt
    this.shorten = shorten
  }

  /** Asked anew for each request, so that a change of provider, key or model holds from the next one on. */
  async open(mode: Mode): Promise<ApiHandler> {
    const [handler] = await Promise.all([this.params.createHandler(mode), this.params.services.skills.list()])
    this.handler = handler
    return this.handler
  }

  /** Tools that the person's newest words ask for: offered until there are others. Undefined when they said nothing new. */
  offerAsked(tools: ReadonlySet<ClineDefaultTool> | undefined): void {
    this.asked = tools ?? this.asked
  }

  request(handler: ApiHandler, mode: Mode, conversation: readonly ConversationTurn[]): ApiRequest {
    const settings = this.params.settings()
    const { apiConfiguration: api } = settings
    const plan = settings.planActSeparateModelsSetting && mode === 'plan'
    const budget = plan ? api.planModeThinkingBudgetTokens : api.actModeThinkingBudgetTokens
    const effort = plan ? api.planModeReasoningEffort : api.actModeReasoningEffort
    const aliases = this.params.aliases()
    const { coordinator } = this.params
    const context = this.offerContext(handler, mode)
    const tools = offerTools(coordinator, context, { aliases, focusChain: settings.focusChainSettings.enabled })
    const understood = coordinator.list().filter(({ spec }) => spec.understood?.(context))
    this.lastOffer = { names: tools.map(({ name }) => name), understood: understood.map(({ name }) => name), aliases }
    return {
      systemPrompt: this.systemPrompt + buildSkillsSection(this.params.services.skills.known()),
      conversation: withoutOldPictures(this.shorten(conversation)),
      tools,
      taskId: this.params.taskId,
      ...(budget === undefined ? {} : { thinkingBudgetTokens: budget }),
      ...(effort === undefined ? {} : { reasoningEffort: effort }),
    }
  }

  /** Of the newest request: what its answer may call, whatever came or went since. */
  get offer(): Offer {
    return this.lastOffer
  }

  private offerContext(handler: ApiHandler, mode: Mode): OfferContext {
    const { id, info } = handler.getModel()
    const features = new Set(this.params.features(handler.providerId))
    if (info.supportsImages) features.add('images')
    return {
      mode,
      yoloModeToggled: this.params.settings().yoloModeToggled,
      providerId: handler.providerId,
      modelId: id,
      features,
      asked: this.asked,
    }
  }

  name(): { readonly providerId: string; readonly modelId: string } {
    return { providerId: this.handler?.providerId ?? '', modelId: this.handler?.getModel().id ?? '' }
  }

  window(): { readonly contextWindow?: number } {
    const contextWindow = this.handler?.getModel().info.contextWindow
    return contextWindow === undefined ? {} : { contextWindow }
  }

  /** Some families refuse it, as in the source. */
  get takesWebp(): boolean {
    return !/grok|glm|devstral/i.test(this.name().modelId)
  }

  get supportsImages(): boolean {
    return this.handler?.getModel().info.supportsImages ?? false
  }
}
