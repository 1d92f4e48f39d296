import { ChevronDown, Plus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { VisibleText } from '../../cards/visible-text'
import { useActions, useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { AddServer } from './add-server'
import styles from './mcp.module.css'
import { PasteServers } from './paste-servers'
import { ServerRow } from './server-row'

const selectServers = (state: AppState) => state.main.mcpServers
/** What is wrong with the file of the servers. */
const selectProblem = (state: AppState) => state.main.notices.find(({ code }) => code === 'mcp_settings')?.text

/** The MCP servers: which there are, how each stands, and the way to add one. */
export function McpSection() {
  const servers = useApp(selectServers)
  const problem = useApp(selectProblem)
  const opened = useOpenedMcp()
  const [added, setAdded] = useState<string>()
  const onSeen = useCallback(() => setAdded(undefined), [])
  return (
    <>
      {problem !== undefined && (
        <p role="status" className={styles.problem}>
          <VisibleText text={problem} />
        </p>
      )}
      {servers.length === 0 && problem === undefined && (
        <p className={styles.empty}>There are no MCP servers yet. Add one below, or paste the “mcpServers” of another app.</p>
      )}
      {servers.length > 0 && (
        <ul className={styles.servers} aria-label="MCP servers">
          {servers.map((server) => (
            <ServerRow key={server.name} server={server} isNew={server.name === added} onSeen={onSeen} />
          ))}
        </ul>
      )}
      <NewServers hasServers={servers.length > 0} onAdded={setAdded} />
      {opened !== undefined &&
        ('problem' in opened ? <p className={styles.quiet}>{opened.problem}</p> : <FileFact path={opened.settingsPath} />)}
    </>
  )
}

interface NewServersProps {
  readonly hasServers: boolean
  readonly onAdded: (name: string) => void
}

/** The ways to add servers: behind a button once there are some. */
function NewServers({ hasServers, onAdded }: NewServersProps) {
  const [isOpen, setOpen] = useState(false)
  const onAdd = () => setOpen(true)
  const onDone = (name: string) => {
    setOpen(false)
    onAdded(name)
  }
  return (
    <>
      {hasServers && (
        <div className={styles.buttons}>
          <Button
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronDown aria-hidden /> : <Plus aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            Add servers
          </Button>
        </div>
      )}
      {(isOpen || !hasServers) && (
        <div className={styles.adding}>
          <AddServer onAdd={onAdd} onAdded={onDone} />
          <PasteServers onAdd={onAdd} onAdded={onDone} />
        </div>
      )}
    </>
  )
}

/** Where the servers are kept. */
function FileFact({ path }: { readonly path: string }) {
  const { copy } = useActions()
  return (
    <div className={styles.file}>
      <p className={styles.quiet}>
        The servers are kept in{' '}
        <code>
          <VisibleText text={path} />
        </code>
        . A change there counts at once.
      </p>
      <Button size="small" onClick={() => void copy(path)}>
        Copy path
      </Button>
    </div>
  )
}

type Opened = { readonly settingsPath: string } | { readonly problem: string }

/** Main tells of servers from then on. */
function useOpenedMcp(): Opened | undefined {
  const bridge = useBridge()
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    let isCurrent = true
    void bridge.call('mcp.open', null).then((answer) => {
      if (isCurrent) setOpened(answer.ok ? answer.value : { problem: answer.error.message })
    })
    return () => {
      isCurrent = false
    }
  }, [bridge])
  return opened
}
