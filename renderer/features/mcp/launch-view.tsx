import type { McpServer } from '../../../shared/mcp'
import { VisibleText } from '../../cards/visible-text'
import { useActions } from '../../store/app-context'
import { launchFactsOf } from './mcp-words'
import styles from './mcp.module.css'
import { RowButton } from './row-button'

/** All that starting a server does, and what was approved before where that is another. */
export function LaunchView({ server: { launch, approved, changedValues } }: { readonly server: McpServer }) {
  if (!launch) return null
  return (
    <dl className={styles.facts}>
      {launchFactsOf(launch, approved).map(({ name, text, before }) => (
        <LaunchFact key={name} name={name} text={text} before={before} />
      ))}
      {changedValues.length > 0 && <LaunchFact name="New values of" text={changedValues.join(', ')} before={undefined} />}
    </dl>
  )
}

interface LaunchFactProps {
  readonly name: string
  readonly text: string
  readonly before: string | undefined
}

function LaunchFact({ name, text, before }: LaunchFactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>
          <VisibleText text={text} />
        </code>
        {before !== undefined && (
          <span className={styles.before}>
            before: <VisibleText text={before} />
          </span>
        )}
      </dd>
    </>
  )
}

/** Asks once, with everything in sight. What changes later asks again. */
export function Approval({ server }: { readonly server: McpServer }) {
  const { askMcp, toast } = useActions()
  const { name, launchId, status, needsPrivateConsent } = server
  if (launchId === undefined || (status !== 'unapproved' && !needsPrivateConsent)) return null
  const label = needsPrivateConsent ? 'Connect anyway' : server.launch?.transport === 'stdio' ? 'Approve and start' : 'Approve and connect'
  const approve = async () => {
    const answer = await askMcp('mcp.approve', { name, launchId, allowPrivate: needsPrivateConsent })
    if (answer && !answer.accepted) toast('error', `${name} has just changed: look at it again.`)
  }
  return (
    <>
      <p>{words(server)}</p>
      <div className={styles.buttons}>
        <RowButton variant="primary" aria-label={`${label} ${name}`} onClick={() => void approve()}>
          {label}
        </RowButton>
        <RowButton aria-label={`Not now: turn ${name} off`} onClick={() => void askMcp('mcp.set', { name, disabled: true })}>
          Not now
        </RowButton>
      </div>
    </>
  )
}

function words({ needsPrivateConsent, approved, launch }: McpServer): string {
  if (needsPrivateConsent) return 'This address leads into your own network. Connect only if you know what answers there.'
  if (approved) return 'It is not what you approved before. Nothing of it runs until you approve it again.'
  return launch?.transport === 'stdio'
    ? 'This program would run with all your rights. It does not start until you approve it.'
    : 'This service gets what the model sends to its tools. Nothing is sent until you approve it.'
}
