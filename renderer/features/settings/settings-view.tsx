import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { ArrowLeft } from 'lucide-react'
import { useActions } from '../../store/app-context'
import { Button } from '../../ui/button'
import { focusMessageBox } from '../composer/composer-focus'
import { WELCOME_ID } from '../welcome/welcome'
import { showSection } from './section-ids'
import { settingsSections } from './sections'
import styles from './settings-view.module.css'

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
        <SectionIndex />
        {settingsSections.map(({ id, title, about, Content }) => (
          <Section key={id} id={id} title={title} about={about}>
            <Content />
          </Section>
        ))}
      </div>
    </section>
  )
}

/** Where there is no session there is no message box: the page that stands in its place takes the focus. */
function focusTask(): void {
  document.getElementById(WELCOME_ID)?.focus()
  focusMessageBox()
}

/** The way to each of them: there are too many to be found by scrolling. */
function SectionIndex() {
  return (
    <nav className={styles.index} aria-label="Sections of the settings">
      {settingsSections.map(({ id, title }) => (
        <Button key={id} size="small" variant="ghost" onClick={() => showSection(id)}>
          {title}
        </Button>
      ))}
    </nav>
  )
}

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly about: string | undefined
  readonly children: ReactNode
}

function Section({ id, title, about, children }: SectionProps) {
  const headingId = useId()
  return (
    <section id={id} tabIndex={-1} className={styles.section} aria-labelledby={headingId}>
      <div className={styles.about}>
        <h2 id={headingId}>{title}</h2>
        {about && <p className={styles.hint}>{about}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
