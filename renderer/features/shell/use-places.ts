import { useEffect, useRef } from 'react'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCurrentSessionId, selectView } from '../../store/selectors'
import type { View } from '../../store/ui-state'
import { NARROW_WINDOW_PX } from '../palette/window-width'
import { useMedia } from './use-media'

/** Under this width the side panel is a drawer. */
const NARROW_PANEL_PX = 700

export type PanelPlace = 'beside' | 'above' | 'away'

/** Which parts of the window are there, and where. */
export interface Places {
  readonly view: View
  readonly hasSession: boolean
  readonly sidebar: PanelPlace
  readonly sidePanel: PanelPlace
  /** True where nothing else on the screen leads to the sidebar. */
  readonly needsWayToSidebar: boolean
}

const selectSidebarOpen = (state: AppState) => state.ui.sidebarOpen
const selectPanelOpen = (state: AppState) => state.ui.sidePanelOpen
const selectIsWelcomed = (state: AppState) => state.main.welcomeViewCompleted

export function usePlaces(): Places {
  const isNarrow = useMedia(`(max-width: ${NARROW_WINDOW_PX - 1}px)`)
  const isSlim = useMedia(`(max-width: ${NARROW_PANEL_PX - 1}px)`)
  const isSidebarOpen = useApp(selectSidebarOpen) ?? !isNarrow
  const isWelcomed = useApp(selectIsWelcomed)
  const isPanelOpen = useApp(selectPanelOpen)
  const hasSession = useApp(selectCurrentSessionId) !== undefined && isWelcomed
  const view = useApp(selectView)
  useForgottenChoice(isNarrow)
  const hasSidebar = isSidebarOpen && isWelcomed
  return {
    view,
    hasSession,
    sidebar: placeOf(hasSidebar, isNarrow),
    sidePanel: placeOf(isPanelOpen && hasSession && view === 'task', isSlim),
    needsWayToSidebar: isWelcomed && !hasSidebar && (view === 'settings' || !hasSession),
  }
}

const placeOf = (isThere: boolean, isAbove: boolean): PanelPlace => {
  if (!isThere) return 'away'
  return isAbove ? 'above' : 'beside'
}

/** A sidebar that was opened or closed for one width says nothing about the other. */
function useForgottenChoice(isNarrow: boolean): void {
  const { setSidebar } = useActions()
  const before = useRef(isNarrow)
  useEffect(() => {
    if (before.current === isNarrow) return
    before.current = isNarrow
    setSidebar(undefined)
  }, [isNarrow, setSidebar])
}
