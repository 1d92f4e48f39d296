import { type ReactNode, createContext, use, useCallback } from 'react'
import { useStore } from 'zustand'
import type { AppBridge } from '../bridge'
import type { Highlighter } from '../cards/markdown/highlight'
import type { Actions } from './actions'
import { type AppState, type AppStore, setUi } from './app-store'

/** What every part of the window may reach. Built once in start.tsx, or by a test. */
export interface AppParts {
  readonly store: AppStore
  readonly bridge: AppBridge
  readonly actions: Actions
  readonly highlighter: Highlighter
}

const AppContext = createContext<AppParts | undefined>(undefined)

export function AppProvider({ parts, children }: { readonly parts: AppParts; readonly children: ReactNode }) {
  return <AppContext value={parts}>{children}</AppContext>
}

/** A part of the state. Pass a constant selector that returns something that is already there. */
export function useApp<Value>(selector: (state: AppState) => Value): Value {
  return useStore(useParts().store, selector)
}

/** What a person can do. */
export const useActions = (): Actions => useParts().actions

/** For what listens to pushes by itself (a terminal's screen). */
export const useBridge = (): AppBridge => useParts().bridge

/** What colours code. */
export const useHighlighter = (): Highlighter => useParts().highlighter

/** For reading the state inside of an event. Never for drawing. */
export const useAppStore = (): AppStore => useParts().store

/** Whether something in the log is open: as the person left it, else as `byDefault` says. */
export function useOpened(key: string, byDefault: boolean): [boolean, (open: boolean) => void] {
  const { store } = useParts()
  const open = useStore(store, (state) => state.ui.opened.get(key)) ?? byDefault
  const setOpen = useCallback((next: boolean) => setUi(store, { opened: new Map(store.getState().ui.opened).set(key, next) }), [store, key])
  return [open, setOpen]
}

function useParts(): AppParts {
  const parts = use(AppContext)
  if (!parts) throw new Error('AppProvider is missing above this component.')
  return parts
}
