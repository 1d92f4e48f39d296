import { useMemo } from 'react'
import { type AppParts, useActions, useAppStore } from '../../store/app-context'

/** What an event needs to act: the state as it is then, and what a person can do. */
export type Acting = Pick<AppParts, 'store' | 'actions'>

export function useActing(): Acting {
  const store = useAppStore()
  const actions = useActions()
  return useMemo(() => ({ store, actions }), [store, actions])
}
