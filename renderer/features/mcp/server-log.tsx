import { useEffect, useState } from 'react'
import type { McpServer } from '../../../shared/mcp'
import { useBridge } from '../../store/app-context'
import { MarkedText } from '../approval/marked-text'
import styles from './mcp.module.css'

/** The end of what a server printed: fetched only while somebody looks. */
export function ServerLog({ server }: { readonly server: McpServer }) {
  const [isOpen, setOpen] = useState(false)

  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Log</summary>
      {isOpen && <LogText server={server} />}
    </details>
  )
}

function LogText({ server: { name, logRevision } }: { readonly server: McpServer }) {
  const text = useMcpLog(name, logRevision)
  if (text === undefined) return null
  return (
    <pre className={styles.log} tabIndex={0} role="group" aria-label={`Log of ${name}`}>
      {text === '' ? 'It has printed nothing.' : <MarkedText text={text} />}
    </pre>
  )
}

/** Asked for anew when main says that it is another. The last answer stays until the new one is there. */
function useMcpLog(name: string, logRevision: number): string | undefined {
  const bridge = useBridge()
  const [text, setText] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    void bridge.call('mcp.log', { name }).then((answer) => {
      if (isCurrent && answer.ok && answer.value !== null) setText(answer.value)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, name, logRevision])
  return text
}
