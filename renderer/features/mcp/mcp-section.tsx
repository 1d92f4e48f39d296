import { useEffect, useState } from 'react'
import { VisibleText } from '../../cards/visible-text'
import { useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { AddServer } from './add-server'
import styles from './mcp.module.css'
import { ServerRow } from './server-row'

const selectServers = (state: AppState) => state.main.mcpServers

/** The MCP servers: which there are, how each stands, and the way to add one. */
export function McpSection() {
  const servers = useApp(selectServers)
  const opened = useOpenedMcp()
  return (
    <>
      {servers.length === 0 ? (
        <p className={styles.empty}>There are no MCP servers yet. Add one below, or paste the entries of another program into the file.</p>
      ) : (
        <ul className={styles.servers} aria-label="MCP servers">
          {servers.map((server) => (
            <ServerRow key={server.name} server={server} />
          ))}
        </ul>
      )}
      <AddServer />
      {opened !== undefined && (
        <p className={styles.quiet}>
          {'problem' in opened ? (
            opened.problem
          ) : (
            <>
              They stand in <VisibleText text={opened.settingsPath} />. Changes there are seen at once.
            </>
          )}
        </p>
      )}
    </>
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
