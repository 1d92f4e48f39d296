import { useEffect, useState } from 'react'
import type { EnvironmentReport } from '../../../shared/environment-report'
import { VisibleText } from '../../cards/visible-text'
import { useBridge } from '../../store/app-context'
import styles from './commands-section.module.css'

type Loaded = EnvironmentReport | { readonly failure: string }

/** The shell, where each part of PATH came from, and what commands do not get. Names only: values may be secret. */
export function EnvironmentFacts() {
  const bridge = useBridge()
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    let isCurrent = true
    void bridge.call('environment.read', null).then((answer) => {
      if (isCurrent) setLoaded(answer.ok ? answer.value : { failure: answer.error.message })
    })
    return () => {
      isCurrent = false
    }
  }, [bridge])
  if (!loaded) return null
  return 'failure' in loaded ? <p className={styles.problem}>{loaded.failure}</p> : <Report report={loaded} />
}

const sourceWords: Readonly<Record<EnvironmentReport['entries'][number]['from'], string>> = {
  login_shell: 'your login shell',
  app_start: 'how the app was started',
}

function Report({ report: { shell, entries, added, removed, ms, problem } }: { readonly report: EnvironmentReport }) {
  return (
    <section className={styles.part} aria-label="Environment of commands">
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      <dl className={styles.facts}>
        <dt>Shell</dt>
        <dd>
          <code>
            <VisibleText text={shell} />
          </code>
          {ms !== undefined && <span className={styles.quiet}>{` asked once, took ${(ms / 1000).toFixed(1)} s`}</span>}
        </dd>
        <dt>PATH</dt>
        <dd>
          {entries.length === 0 ? (
            <span className={styles.quiet}>Empty</span>
          ) : (
            <ol className={styles.entries} aria-label="Parts of PATH">
              {entries.map(({ path, from }, index) => (
                // A path may stand there twice, and the order is what counts.
                <li key={`${index}`} className={styles.entry}>
                  <code>
                    <VisibleText text={path} />
                  </code>
                  <span className={styles.quiet}>{`from ${sourceWords[from]}`}</span>
                </li>
              ))}
            </ol>
          )}
        </dd>
        <Names title="Added by the login shell" names={added} />
        <Names title="Kept from commands" names={removed} />
      </dl>
    </section>
  )
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <code>
          <VisibleText text={names.join(', ')} />
        </code>
      </dd>
    </>
  )
}
