import { useEffect, useRef, useState } from 'react'
import type { McpServer } from '../../../shared/mcp'
import { VisibleText } from '../../cards/visible-text'
import { useActions } from '../../store/app-context'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Switch } from '../../ui/switch'
import { useKeptFocus } from '../composer/use-kept-focus'
import { NumberField } from '../settings/number-field'
import { focusServers } from '../settings/section-ids'
import { MarkedText } from '../approval/marked-text'
import { Approval, LaunchView } from './launch-view'
import { countWords, statusWords } from './mcp-words'
import styles from './mcp.module.css'
import { focusRow, RowButton } from './row-button'
import { ServerDetails } from './server-details'
import { ServerLog } from './server-log'

interface ServerRowProps {
  readonly server: McpServer
  /** It was just added here: it shows itself and takes the focus. */
  readonly isNew: boolean
  readonly onSeen: () => void
}

/** One server: how it stands, what it does, and what can be done with it. */
export function ServerRow({ server, isNew, onSeen }: ServerRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useKeptFocus(row, focusServers)
  useEffect(() => {
    if (!isNew) return
    focusRow(row.current)
    onSeen()
  }, [isNew, onSeen])
  const [isOpen, setOpen] = useState(false)
  const { name, status, problem } = server
  const { words, tone } = statusWords[status]
  return (
    <li ref={row} className={styles.server} aria-label={name}>
      <div className={styles.head}>
        <p className={styles.name}>
          <VisibleText text={name} />
        </p>
        <Badge tone={tone}>{words}</Badge>
        {status === 'connected' && <span className={styles.quiet}>{countWords(server)}</span>}
        <div className={styles.actions}>
          <ServerButtons server={server} />
          <Button
            size="small"
            variant="ghost"
            aria-label={`${isOpen ? 'Less' : 'More'} about ${name}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Less' : 'More'}
          </Button>
        </div>
      </div>
      {problem !== undefined && <Problem text={problem} />}
      {(isOpen || status === 'unapproved' || server.needsPrivateConsent) && <LaunchView server={server} />}
      <Approval server={server} />
      {isOpen && <OpenServer server={server} />}
    </li>
  )
}

/** What went wrong, in a sentence; below it what the server said itself, as it said it. */
function Problem({ text }: { readonly text: string }) {
  const [sentence = '', ...said] = text.trimEnd().split('\n')
  return (
    <div role="status">
      <p className={styles.problem}>
        <VisibleText text={sentence} />
      </p>
      {said.length > 0 && (
        <pre className={styles.said} tabIndex={0} role="group" aria-label="What it said last" dir="ltr">
          <MarkedText text={said.join('\n')} />
        </pre>
      )}
    </div>
  )
}

const running: ReadonlySet<McpServer['status']> = new Set(['connected', 'connecting', 'slow', 'waiting'])
const startable: ReadonlySet<McpServer['status']> = new Set(['idle', 'stopped', 'failed', 'waiting', 'connected', 'slow', 'needs_auth'])
/** Nothing of these has run, or runs again before the person wants it. */
const silent: ReadonlySet<McpServer['status']> = new Set(['disabled', 'broken', 'unapproved'])

function ServerButtons({ server }: { readonly server: McpServer }) {
  const { askMcp } = useActions()
  const { name, status, signedIn, needsPrivateConsent } = server
  const canStart = startable.has(status) && !needsPrivateConsent
  return (
    <>
      {!silent.has(status) && <ServerLog server={server} />}
      {status === 'needs_auth' && (
        <RowButton
          variant="primary"
          size="small"
          aria-label={`Authenticate with ${name}`}
          onClick={() => void askMcp('mcp.signIn', { name })}
        >
          Authenticate
        </RowButton>
      )}
      {canStart && (
        <RowButton size="small" aria-label={`${startWords(status)} ${name}`} onClick={() => void askMcp('mcp.restart', { name })}>
          {startWords(status)}
        </RowButton>
      )}
      {running.has(status) && (
        <RowButton size="small" aria-label={`Stop ${name}`} onClick={() => void askMcp('mcp.stop', { name })}>
          Stop
        </RowButton>
      )}
      {signedIn && (
        <RowButton size="small" aria-label={`Sign out of ${name}`} onClick={() => void askMcp('mcp.signOut', { name })}>
          Sign out
        </RowButton>
      )}
    </>
  )
}

function startWords(status: McpServer['status']): string {
  if (status === 'failed' || status === 'needs_auth') return 'Try again'
  if (status === 'stopped') return 'Start'
  return status === 'idle' ? 'Test' : 'Restart'
}

function OpenServer({ server }: { readonly server: McpServer }) {
  const { askMcp } = useActions()
  const { name, status, timeout } = server
  const isInFile = status !== 'broken' || server.launch !== undefined
  return (
    <>
      {isInFile && (
        <Switch
          label={`Use ${name}`}
          checked={status !== 'disabled'}
          onChange={(checked) => void askMcp('mcp.set', { name, disabled: !checked })}
        />
      )}
      {isInFile && (
        <NumberField
          label="Seconds that a call may take"
          value={timeout}
          min={1}
          onCommit={(seconds = DEFAULT_TIMEOUT) => void askMcp('mcp.set', { name, timeout: seconds })}
        />
      )}
      <ServerDetails server={server} />
      <RemoveButton name={name} />
    </>
  )
}

const DEFAULT_TIMEOUT = 60

/** Takes a second press: its entry goes from the settings file. */
function RemoveButton({ name }: { readonly name: string }) {
  const { askMcp } = useActions()
  const [isAsked, setAsked] = useState(false)
  return (
    <div className={styles.buttons}>
      <Button
        size="small"
        variant={isAsked ? 'danger' : 'secondary'}
        onClick={() => {
          if (isAsked) void askMcp('mcp.remove', { name })
          setAsked(!isAsked)
        }}
        onBlur={() => setAsked(false)}
      >
        {isAsked ? `Press again to remove ${name}` : `Remove ${name}`}
      </Button>
    </div>
  )
}
