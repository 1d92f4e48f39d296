import { useCallback, useEffect, useState } from 'react'
import type { IpcError } from '../../../shared/ipc'
import type { Result } from '../../../shared/result'
import type { AppBridge } from '../../bridge'
import { useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCurrentSessionId } from '../../store/selectors'

export type Listed<Item> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly items: readonly Item[] }
  | { readonly kind: 'failed'; readonly message: string }

type Load<Item> = (bridge: AppBridge, place: { readonly sessionId?: string }) => Promise<Result<readonly Item[], IpcError>>

const selectFingerprint = (state: AppState) => state.main.projectTrust?.fingerprint
const selectToggles = (state: AppState) =>
  [state.main.hookToggles, state.main.globalSkillsToggles, state.main.localSkillsToggles, state.main.documentsHooksEnabled]
    .map((each) => JSON.stringify(each))
    .join()

/** What is on the disk now, by a constant function: looked at anew when a switch or the trust in the folder is another, and when the window comes back. */
export function useListed<Item>(load: Load<Item>): { readonly listed: Listed<Item>; readonly reload: () => void } {
  const bridge = useBridge()
  const sessionId = useApp(selectCurrentSessionId)
  const fingerprint = useApp(selectFingerprint)
  const toggles = useApp(selectToggles)
  const [asked, setAsked] = useState(0)
  const [listed, setListed] = useState<Listed<Item>>({ kind: 'loading' })
  const reload = useCallback(() => setAsked((times) => times + 1), [])
  useEffect(() => {
    window.addEventListener('focus', reload)
    return () => window.removeEventListener('focus', reload)
  }, [reload])
  useEffect(() => {
    let isCurrent = true
    void load(bridge, sessionId === undefined ? {} : { sessionId }).then((answer) => {
      if (isCurrent) setListed(answer.ok ? { kind: 'ready', items: answer.value } : { kind: 'failed', message: answer.error.message })
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, load, sessionId, fingerprint, toggles, asked])
  return { listed, reload }
}
