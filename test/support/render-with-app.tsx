import { type RenderResult, act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { ExtensionState } from '../../shared/extension-state'
import { createBridge } from '../../renderer/bridge'
import { createHighlighter } from '../../renderer/cards/markdown/highlight'
import { connect } from '../../renderer/connect'
import { createActions } from '../../renderer/store/actions'
import { AppProvider, type AppParts } from '../../renderer/store/app-context'
import { createAppStore } from '../../renderer/store/app-store'
import { type FakeBridge, fakeBridge } from './fake-bridge'

export interface RenderedApp extends RenderResult {
  /** Draws other children in the same place. */
  readonly redraw: (children: ReactNode) => void
  readonly parts: AppParts
  readonly bridge: FakeBridge
  /** Pushes, and waits until the window has drawn it. */
  readonly push: (change: (bridge: FakeBridge) => void) => Promise<void>
}

/** Draws a part of the window on a fake bridge that holds this state. What is pushed is taken in at once. */
export async function renderWithApp(children: ReactNode, state: Partial<ExtensionState> = {}): Promise<RenderedApp> {
  const bridge = fakeBridge(state)
  const parts = partsOn(bridge)
  connect(parts.bridge, parts.store, (run) => run())
  const inApp = (drawn: ReactNode) => <AppProvider parts={parts}>{drawn}</AppProvider>
  const result = render(inApp(children))
  const push = async (change: (bridge: FakeBridge) => void) => act(async () => change(bridge))
  await act(async () => undefined)
  return { ...result, parts, bridge, push, redraw: (drawn) => result.rerender(inApp(drawn)) }
}

export function partsOn(port: FakeBridge): AppParts {
  const bridge = createBridge(port)
  const store = createAppStore()
  return { bridge, store, actions: createActions(bridge, store), highlighter: createHighlighter() }
}
