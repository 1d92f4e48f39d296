import { ClineDefaultTool, toolUseNames } from '../../shared/tools'
import { AccessMcpResourceHandler } from './handlers/access-mcp-resource'
import { ActModeRespondHandler } from './handlers/act-mode-respond'
import { ApplyPatchHandler } from './handlers/apply-patch'
import { AskFollowupQuestionToolHandler } from './handlers/ask-followup-question'
import { AttemptCompletionHandler } from './handlers/attempt-completion'
import { BrowserToolHandler } from './handlers/browser-action'
import { CondenseHandler } from './handlers/condense'
import { ExecuteCommandToolHandler } from './handlers/execute-command'
import { GenerateExplanationToolHandler } from './handlers/generate-explanation'
import { ListCodeDefinitionNamesToolHandler } from './handlers/list-code-definition-names'
import { ListFilesToolHandler } from './handlers/list-files'
import { LoadMcpDocumentationHandler } from './handlers/load-mcp-documentation'
import { NewRuleToolHandler } from './handlers/new-rule'
import { NewTaskHandler } from './handlers/new-task'
import { PlanModeRespondHandler } from './handlers/plan-mode-respond'
import { ReadFileToolHandler } from './handlers/read-file'
import { ReplaceInFileToolHandler } from './handlers/replace-in-file'
import { ReportBugHandler } from './handlers/report-bug'
import { SearchFilesToolHandler } from './handlers/search-files'
import { UseMcpToolHandler } from './handlers/use-mcp-tool'
import { SummarizeTaskHandler } from './handlers/summarize-task'
import { UseSkillToolHandler } from './handlers/use-skill'
import { UseSubagentsToolHandler } from './handlers/use-subagents'
import { WebFetchToolHandler } from './handlers/web-fetch'
import { WebSearchToolHandler } from './handlers/web-search'
import { WriteToFileToolHandler } from './handlers/write-to-file'
import type { IPartialBlockHandler, IToolHandler } from './tool-handler'
import type { ToolValidator } from './tool-validator'

/** The handler of each tool; the compiler demands all 27. `undefined`: not built yet, so neither offered nor run. */
const toolHandlersMap: Record<ClineDefaultTool, (validator: ToolValidator) => IToolHandler | undefined> = {
  [ClineDefaultTool.ASK]: () => new AskFollowupQuestionToolHandler(),
  [ClineDefaultTool.ATTEMPT]: () => new AttemptCompletionHandler(),
  [ClineDefaultTool.BASH]: () => new ExecuteCommandToolHandler(),
  [ClineDefaultTool.FILE_EDIT]: () => new ReplaceInFileToolHandler(),
  [ClineDefaultTool.FILE_READ]: () => new ReadFileToolHandler(),
  [ClineDefaultTool.FILE_NEW]: () => new WriteToFileToolHandler(),
  [ClineDefaultTool.SEARCH]: () => new SearchFilesToolHandler(),
  [ClineDefaultTool.LIST_FILES]: () => new ListFilesToolHandler(),
  [ClineDefaultTool.LIST_CODE_DEF]: () => new ListCodeDefinitionNamesToolHandler(),
  [ClineDefaultTool.BROWSER]: () => new BrowserToolHandler(),
  [ClineDefaultTool.MCP_USE]: () => new UseMcpToolHandler(),
  [ClineDefaultTool.MCP_ACCESS]: () => new AccessMcpResourceHandler(),
  [ClineDefaultTool.MCP_DOCS]: () => new LoadMcpDocumentationHandler(),
  [ClineDefaultTool.NEW_TASK]: () => new NewTaskHandler(),
  [ClineDefaultTool.PLAN_MODE]: () => new PlanModeRespondHandler(),
  [ClineDefaultTool.ACT_MODE]: () => new ActModeRespondHandler(),
  [ClineDefaultTool.TODO]: () => undefined,
  [ClineDefaultTool.WEB_FETCH]: () => new WebFetchToolHandler(),
  [ClineDefaultTool.WEB_SEARCH]: () => new WebSearchToolHandler(),
  [ClineDefaultTool.CONDENSE]: () => new CondenseHandler(),
  [ClineDefaultTool.SUMMARIZE_TASK]: () => new SummarizeTaskHandler(),
  [ClineDefaultTool.REPORT_BUG]: () => new ReportBugHandler(),
  [ClineDefaultTool.NEW_RULE]: () => new NewRuleToolHandler(),
  [ClineDefaultTool.APPLY_PATCH]: () => new ApplyPatchHandler(),
  [ClineDefaultTool.GENERATE_EXPLANATION]: () => new GenerateExplanationToolHandler(),
  [ClineDefaultTool.USE_SKILL]: () => new UseSkillToolHandler(),
  [ClineDefaultTool.USE_SUBAGENTS]: () => new UseSubagentsToolHandler(),
}

/** A handler that may also draw its call while the arguments stream. */
export type RegisteredHandler = IToolHandler & Partial<IPartialBlockHandler>

/** Knows the handlers by the names that the model uses. */
export class ToolExecutorCoordinator {
  private readonly handlers = new Map<string, RegisteredHandler>()
  private readonly validator: ToolValidator

  constructor(validator: ToolValidator, names: readonly ClineDefaultTool[] = toolUseNames) {
    this.validator = validator
    for (const name of names) this.registerByName(name, validator)
  }

  /** The same handlers, but none beside these. */
  only(names: ReadonlySet<string>): ToolExecutorCoordinator {
    const narrowed = new ToolExecutorCoordinator(this.validator, [])
    for (const handler of this.list()) if (names.has(handler.name)) narrowed.register(handler)
    return narrowed
  }

  register(handler: RegisteredHandler): void {
    this.handlers.set(handler.name, handler)
  }

  registerByName(name: ClineDefaultTool, validator: ToolValidator): void {
    const handler = toolHandlersMap[name](validator)
    if (handler) this.register(handler)
  }

  getHandler(name: string): RegisteredHandler | undefined {
    return this.handlers.get(name)
  }

  has(name: string): boolean {
    return this.handlers.has(name)
  }

  list(): readonly RegisteredHandler[] {
    return [...this.handlers.values()]
  }
}
