/** By this the list of actions finds the rules among the settings. */
export const RULES_SECTION_ID = 'settings-rules'

/** Where the focus goes from a rule that leaves, and from the list of actions. */
export function focusRules(): void {
  document.getElementById(RULES_SECTION_ID)?.focus()
}
