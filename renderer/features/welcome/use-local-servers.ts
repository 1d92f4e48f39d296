import { useEffect, useState } from 'react'
import type { LocalServer } from '../../../shared/extension-state'
import { useBridge } from '../../store/app-context'

export type ServerSearch =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly servers: readonly LocalServer[] }
  | { readonly kind: 'failed'; readonly message: string }

/** Looks for model servers on this computer, once by itself and again when asked to. */
export function useLocalServers(): { readonly search: ServerSearch; readonly lookAgain: () => void } {
  const bridge = useBridge()
  const [search, setSearch] = useState<ServerSearch>({ kind: 'looking' })
  const [round, setRound] = useState(1)
  useEffect(() => {
    let isLatest = true
    void bridge.call('servers.find', null).then((result) => {
      if (isLatest) setSearch(result.ok ? { kind: 'found', servers: result.value } : { kind: 'failed', message: result.error.message })
    })
    return () => {
      isLatest = false
    }
  }, [bridge, round])
  const lookAgain = () => {
    if (search.kind === 'looking') return
    setSearch({ kind: 'looking' })
    setRound(round + 1)
  }
  return { search, lookAgain }
}
