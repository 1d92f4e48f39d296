import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { ArrowLeft } from 'lucide-react'
import { useActions } from '../../store/app-context'
import { Button } from '../../ui/button'
import { focusMessageBox } from '../composer/composer-focus'
import { HooksSection } from '../hooks/hooks-section'
import { SkillsSection } from '../hooks/skills-section'
import { McpSection } from '../mcp/mcp-section'
import { WELCOME_ID } from '../welcome/welcome'
import { AccountSection } from '../account/account-section'
import { AutoApprovalToggles } from './auto-approval-toggles'
import { BrowserSection } from './browser-section'
import { CommandsSection } from './commands-section'
import { SubagentsSection } from './subagents-section'
import { LimitsSection } from './limits-section'
import { ModelSection } from './model-section'
import { PlanActSection } from './plan-act-section'
import { RulesSection } from './rules-section'
import { ACCOUNT_SECTION_ID, MCP_SECTION_ID, RULES_SECTION_ID } from './section-ids'
import styles from './settings-view.module.css'
import { WebSection } from './web-section'
import { YoloSection } from './yolo-section'

/** Everything a person can set. Each field is saved when it changes, by itself. */
export function SettingsView() {
  const { showView } = useActions()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    // The task is shown again in the same moment, and can take the focus only after it.
    return () => void requestAnimationFrame(focusTask)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    // What lies above the settings (a dialog, a list) has taken its Escape before it comes here.
    if (event.key === 'Escape' && !event.defaultPrevented && event.target instanceof Node && event.currentTarget.contains(event.target)) {
      showView('task')
    }
  }
  return (
    <section className={styles.view} aria-label="Settings" onKeyDown={onKeyDown}>
      <div className={styles.page}>
        <header className={styles.header}>
          <h1 ref={heading} tabIndex={-1} className={styles.heading}>
            Settings
          </h1>
          <Button size="small" icon={<ArrowLeft aria-hidden />} onClick={() => showView('task')}>
            Back to the task
          </Button>
        </header>
        <Section title="Provider and model" about="Which model does the work. A key is sent to its own provider and nowhere else.">
          <ModelSection />
        </Section>
        <Section id={ACCOUNT_SECTION_ID} title="Cline account" about="Only for the provider Cline. Nobody else needs one.">
          <AccountSection />
        </Section>
        <Section title="Auto-approval" about="What may run without asking. Everything else waits for you.">
          <AutoApprovalToggles />
        </Section>
        <Section
          id={RULES_SECTION_ID}
          title="Rules"
          about="What you decided for calls to come. A rule that forbids beats one that asks, and one that asks beats one that allows."
        >
          <RulesSection />
        </Section>
        <Section title="Commands" about="What commands start from, and what runs after an edit.">
          <CommandsSection />
        </Section>
        <Section title="Browser" about="Where the agent tries out what it builds. Each host is asked about before a page of it is opened.">
          <BrowserSection />
        </Section>
        <Section
          id={MCP_SECTION_ID}
          title="MCP servers"
          about="Programs and services that give the model more tools. Each asks for each call, unless you say otherwise here."
        >
          <McpSection />
        </Section>
        <Section
          title="Subagents"
          about="Helpers to which the model hands parts of its work. They may do no more than it may, and ask you as it does. Agents of your own stand in files in the agents folder of this app's data."
        >
          <SubagentsSection />
        </Section>
        <Section title="Web" about="What the model may reach with web_fetch and web_search. Each call asks unless you allow it.">
          <WebSection />
        </Section>
        <Section
          title="Hooks"
          about="Your own scripts, run at certain moments of a task. They can stop a step and tell the model something; they can allow nothing."
        >
          <HooksSection />
        </Section>
        <Section title="Skills" about="Texts on how to do certain kinds of work. The model sees their names and loads one where it fits.">
          <SkillsSection />
        </Section>
        <Section title="Plan and Act">
          <PlanActSection />
        </Section>
        <Section title="Limits">
          <LimitsSection />
        </Section>
        <Section title="Without asking">
          <YoloSection />
        </Section>
      </div>
    </section>
  )
}

/** Where there is no session there is no message box: the page that stands in its place takes the focus. */
function focusTask(): void {
  document.getElementById(WELCOME_ID)?.focus()
  focusMessageBox()
}

interface SectionProps {
  readonly id?: string
  readonly title: string
  readonly about?: string
  readonly children: ReactNode
}

function Section({ id, title, about, children }: SectionProps) {
  const headingId = useId()
  return (
    <section id={id} tabIndex={id === undefined ? undefined : -1} className={styles.section} aria-labelledby={headingId}>
      <div className={styles.about}>
        <h2 id={headingId}>{title}</h2>
        {about && <p className={styles.hint}>{about}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
