import type { McpCallOptions } from '../mcp-port'
import type { TaskConfig } from '../task-config'

/** A server may tell of its progress as often as it likes: the row changes this often at most, in ms. */
const SHOWN_MS = 200
const MAX_LENGTH = 200

/** Shows on the card of a call how far its server is. */
export function progressOn(config: TaskConfig, ts: number | undefined): Pick<McpCallOptions, 'signal' | 'onProgress'> {
  const { signal } = config
  if (ts === undefined) return { signal }
  let shownAt = -Infinity
  return {
    signal,
    onProgress: ({ progress, total, message }) => {
      const now = performance.now()
      if (signal.aborted || now - shownAt < SHOWN_MS) return
      shownAt = now
      const far = total === undefined || total <= 0 ? String(progress) : `${Math.round((100 * progress) / total)} %`
      const words = message?.replace(/\s+/g, ' ').slice(0, MAX_LENGTH)
      config.callbacks.patchRow(ts, { data: { progress: words ? `${words} (${far})` : far } })
    },
  }
}

/** What the server told meanwhile, each as a row. */
export function showNotifications(config: TaskConfig, serverName: string): void {
  for (const text of config.services.mcp.takeNotifications(serverName))
    config.callbacks.say({ say: 'mcp_notification', text, data: { serverName } })
}
