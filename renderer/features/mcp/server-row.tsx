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
import { Approval, LaunchView } from './launch-view'
import { countWords, statusWords } from './mcp-words'
import styles from './mcp.module.css'
import { focusRow, RowButton } from './row-button'
import { ServerDetails } from './server-details'

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
      {problem !== undefined && (
        <p className={styles.problem} role="status">
          <VisibleText text={problem} />
        </p>
      )}
      {(isOpen || status === 'unapproved' || server.needsPrivateConsent) && <LaunchView server={server} />}
      <Approval server={server} />
      <ServerButtons server={server} />
      {isOpen && <OpenServer server={server} />}
    </li>
  )
}

const running: ReadonlySet<McpServer['status']> = new Set(['connected', 'connecting', 'slow', 'waiting'])
const startable: ReadonlySet<McpServer['status']> = new Set(['idle', 'failed', 'waiting', 'connected', 'slow', 'needs_auth'])

const startWords: Partial<Readonly<Record<McpServer['status'], string>>> = { idle: 'Test', failed: 'Try again', needs_auth: 'Try again' }

function ServerButtons({ server: { name, status, signedIn } }: { readonly server: McpServer }) {
  const { askMcp } = useActions()
  if (!startable.has(status) && !running.has(status) && !signedIn) return null
  return (
    <div className={styles.buttons}>
      {status === 'needs_auth' && (
        <RowButton variant="primary" size="small" onClick={() => void askMcp('mcp.signIn', { name })}>
          Authenticate
        </RowButton>
      )}
      {startable.has(status) && (
        <RowButton size="small" onClick={() => void askMcp('mcp.restart', { name })}>
          {startWords[status] ?? 'Restart'}
        </RowButton>
      )}
      {running.has(status) && (
        <RowButton size="small" onClick={() => void askMcp('mcp.stop', { name })}>
          Stop
        </RowButton>
      )}
      {signedIn && (
        <RowButton size="small" onClick={() => void askMcp('mcp.signOut', { name })}>
          Sign out
        </RowButton>
      )}
    </div>
  )
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
      <ServerDetails server={server} />
      {isInFile && (
        <NumberField
          label="Seconds that a call may take"
          value={timeout}
          min={1}
          onCommit={(seconds = DEFAULT_TIMEOUT) => void askMcp('mcp.set', { name, timeout: seconds })}
        />
      )}
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
