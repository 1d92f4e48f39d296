import { useCallback } from 'react'
import type { ClineAskMessage } from '../../shared/messages'
import type { ToolStatus } from '../../shared/tool-status'
import { useApp } from '../store/app-context'
import type { AppState } from '../store/app-store'
import { selectOpenAsk } from '../store/selectors'

/** How a question that is no call stands. One that nobody answered waits only while it is the open one: what was cut off waits no more. */
export function useStandingOfAsk({ ts, answer, partial }: ClineAskMessage): ToolStatus {
  const isOpen = useApp(useCallback((state: AppState) => selectOpenAsk(state)?.ts === ts, [ts]))
  if (answer) return answer.response === 'yesButtonClicked' ? 'done' : 'denied'
  if (partial) return 'drafting'
  return isOpen ? 'awaiting_approval' : 'cancelled'
}
