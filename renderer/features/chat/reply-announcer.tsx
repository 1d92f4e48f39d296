import { useEffect } from 'react'
import type { ClineMessage } from '../../../shared/messages'
import { useAppStore } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { useAnnounce } from '../../ui/announcer'

/** Tells those who listen, once and politely, that a reply is finished. Draws nothing. */
export function ReplyAnnouncer() {
  const store = useAppStore()
  const announce = useAnnounce()
  useEffect(() => {
    const finished = finishedReplies(store.getState())
    return store.subscribe((state) => {
      for (const row of finished(state)) announce(wordsFor(row))
    })
  }, [store, announce])
  return null
}

/** A reply that has just ended is among the last rows: what follows it comes after. */
const LOOKED_AT_ROWS = 4

/** Finds with each state the replies that have ended since the last one. What an opened chat already held is no news. */
function finishedReplies(first: AppState): (state: AppState) => ClineMessage[] {
  let chat = chatOf(first)
  let newestTs = first.rows.order.at(-1) ?? 0
  const streaming = new Set<number>()
  return (state) => {
    if (chatOf(state) !== chat) {
      chat = chatOf(state)
      newestTs = state.rows.order.at(-1) ?? 0
      streaming.clear()
    }
    const found: ClineMessage[] = []
    for (const row of lastRows(state)) {
      if (!isReply(row)) continue
      if (row.partial) streaming.add(row.ts)
      else if (streaming.delete(row.ts) || row.ts > newestTs) found.push(row)
    }
    newestTs = Math.max(newestTs, state.rows.order.at(-1) ?? 0)
    return found
  }
}

const chatOf = ({ main }: AppState): string => `${main.currentSessionId ?? ''} ${main.currentTaskItem?.id ?? ''}`

const lastRows = (state: AppState): ClineMessage[] => state.rows.order.slice(-LOOKED_AT_ROWS).flatMap((ts) => state.rows.byTs.get(ts) ?? [])

const isReply = (row: ClineMessage): boolean => row.type === 'say' && (row.say === 'text' || row.say === 'completion_result')

/** Longer replies are read in the log, at the listener's own pace. */
const SPOKEN_CHARACTERS = 400

function wordsFor(row: ClineMessage): string {
  const text = (row.text ?? '').slice(0, SPOKEN_CHARACTERS * 2).replace(/[*_`#>]+/g, '')
  const start = text.length > SPOKEN_CHARACTERS ? `${text.slice(0, SPOKEN_CHARACTERS)}…` : text
  return row.type === 'say' && row.say === 'completion_result' ? `Task completed. ${start}` : `Reply: ${start}`
}
