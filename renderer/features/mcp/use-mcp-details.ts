import { useEffect, useState } from 'react'
import type { McpDetails, McpServer } from '../../../shared/mcp'
import { useBridge } from '../../store/app-context'

/** What a server has, asked for anew when main says that it is another. The last answer stays until the new one is there. */
export function useMcpDetails({ name, revision }: Pick<McpServer, 'name' | 'revision'>): McpDetails | undefined {
  const bridge = useBridge()
  const [details, setDetails] = useState<McpDetails>()
  useEffect(() => {
    let isCurrent = true
    void bridge.call('mcp.details', { name }).then((answer) => {
      if (isCurrent && answer.ok && answer.value) setDetails(answer.value)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, name, revision])
  return details
}
