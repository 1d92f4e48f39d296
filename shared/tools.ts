/** The tools of the source design: every value is the exact name of the model's `tool_use` block. */
export enum ClineDefaultTool {
  ASK = 'ask_followup_question',
  ATTEMPT = 'attempt_completion',
  BASH = 'execute_command',
  FILE_EDIT = 'replace_in_file',
  FILE_READ = 'read_file',
  FILE_NEW = 'write_to_file',
  SEARCH = 'search_files',
  LIST_FILES = 'list_files',
  LIST_CODE_DEF = 'list_code_definition_names',
  BROWSER = 'browser_action',
  MCP_USE = 'use_mcp_tool',
  MCP_ACCESS = 'access_mcp_resource',
  MCP_DOCS = 'load_mcp_documentation',
  NEW_TASK = 'new_task',
  PLAN_MODE = 'plan_mode_respond',
  ACT_MODE = 'act_mode_respond',
  TODO = 'focus_chain',
  WEB_FETCH = 'web_fetch',
  WEB_SEARCH = 'web_search',
  CONDENSE = 'condense',
  SUMMARIZE_TASK = 'summarize_task',
  REPORT_BUG = 'report_bug',
  NEW_RULE = 'new_rule',
  APPLY_PATCH = 'apply_patch',
  GENERATE_EXPLANATION = 'generate_explanation',
  USE_SKILL = 'use_skill',
  USE_SUBAGENTS = 'use_subagents',
}

export const toolUseNames: readonly ClineDefaultTool[] = Object.values(ClineDefaultTool)

// Widened, so that any string may be looked for.
export const isToolUseName = (name: string): name is ClineDefaultTool => (toolUseNames as readonly string[]).includes(name)
