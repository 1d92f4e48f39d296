/** By this the list of actions finds the rules among the settings. */
export const RULES_SECTION_ID = 'settings-rules'
