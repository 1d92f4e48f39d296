import type { ComponentType } from 'react'
import { AccountSection } from '../account/account-section'
import { HooksSection } from '../hooks/hooks-section'
import { SkillsSection } from '../hooks/skills-section'
import { McpSection } from '../mcp/mcp-section'
import { AutoApprovalToggles } from './auto-approval-toggles'
import { BrowserSection } from './browser-section'
import { CommandsSection } from './commands-section'
import { LimitsSection } from './limits-section'
import { ModelSection } from './model-section'
import { PlanActSection } from './plan-act-section'
import { RulesSection } from './rules-section'
import { SubagentsSection } from './subagents-section'
import { WebSection } from './web-section'
import { YoloSection } from './yolo-section'
import { ACCOUNT_SECTION_ID, MCP_SECTION_ID, RULES_SECTION_ID } from './section-ids'

export interface SettingsSection {
  /** In the page. */
  readonly id: string
  readonly title: string
  readonly about?: string
  readonly Content: ComponentType
}

/** What can be set, in the order of the page. */
export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'settings-provider-and-model',
    title: 'Provider and model',
    about: 'Which model does the work. A key is sent to its own provider and nowhere else.',
    Content: ModelSection,
  },
  {
    id: ACCOUNT_SECTION_ID,
    title: 'Cline account',
    about: 'Only for the provider Cline. Nobody else needs one.',
    Content: AccountSection,
  },
  {
    id: 'settings-auto-approval',
    title: 'Auto-approval',
    about: 'What may run without asking. Everything else waits for you.',
    Content: AutoApprovalToggles,
  },
  {
    id: RULES_SECTION_ID,
    title: 'Rules',
    about: 'What you decided for calls to come. A rule that forbids beats one that asks, and one that asks beats one that allows.',
    Content: RulesSection,
  },
  {
    id: 'settings-commands',
    title: 'Commands',
    about: 'What commands start from, and what runs after an edit.',
    Content: CommandsSection,
  },
  {
    id: 'settings-browser',
    title: 'Browser',
    about: 'Where the agent tries out what it builds. Each host is asked about before a page of it is opened.',
    Content: BrowserSection,
  },
  {
    id: MCP_SECTION_ID,
    title: 'MCP servers',
    about: 'Programs and services that give the model more tools. Each asks for each call, unless you say otherwise here.',
    Content: McpSection,
  },
  {
    id: 'settings-subagents',
    title: 'Subagents',
    about: 'Helpers to which the model hands parts of its work. They may do no more than it may, and ask you as it does.',
    Content: SubagentsSection,
  },
  {
    id: 'settings-web',
    title: 'Web',
    about: 'What the model may reach with web_fetch and web_search. Each call asks unless you allow it.',
    Content: WebSection,
  },
  {
    id: 'settings-hooks',
    title: 'Hooks',
    about: 'Your own scripts, run at certain moments of a task. They can stop a step and tell the model something; they can allow nothing.',
    Content: HooksSection,
  },
  {
    id: 'settings-skills',
    title: 'Skills',
    about: 'Texts on how to do certain kinds of work. The model sees their names and loads one where it fits.',
    Content: SkillsSection,
  },
  {
    id: 'settings-plan-and-act',
    title: 'Plan and Act',
    Content: PlanActSection,
  },
  {
    id: 'settings-limits',
    title: 'Limits',
    Content: LimitsSection,
  },
  {
    id: 'settings-without-asking',
    title: 'Without asking',
    Content: YoloSection,
  },
]
