/** By this the list of actions finds the rules among the settings. */
export const RULES_SECTION_ID = 'settings-rules'

export const ACCOUNT_SECTION_ID = 'settings-account'

export const MCP_SECTION_ID = 'settings-mcp'

/** Where the focus goes from a rule that leaves. */
export function focusRules(): void {
  document.getElementById(RULES_SECTION_ID)?.focus()
}

/** Where the focus goes from a server that leaves. */
export function focusServers(): void {
  document.getElementById(MCP_SECTION_ID)?.focus()
}

/** Shows a section of the settings that are open, and gives it the focus. */
export function showSection(id: string): void {
  const section = document.getElementById(id)
  section?.scrollIntoView({ block: 'start' })
  section?.focus()
}
