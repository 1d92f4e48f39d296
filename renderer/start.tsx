import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { bridgeOfWindow, createBridge } from './bridge'
import { createHighlighter } from './cards/markdown/highlight'
import { connect, nextFrame } from './connect'
import { createActions } from './store/actions'
import { AppProvider } from './store/app-context'
import { createAppStore } from './store/app-store'
import './ui/tokens.css'
import './ui/base.css'

/** Builds the window once: the bridge, the store, what fills it, and the picture of it. */
export function start(page: Window): void {
  const bridge = createBridge(bridgeOfWindow(page))
  const store = createAppStore()
  const actions = createActions(bridge, store)
  connect(bridge, store, nextFrame)
  const root = page.document.getElementById('root')
  if (!root) throw new Error('index.html has no #root.')
  createRoot(root).render(
    <StrictMode>
      <AppProvider parts={{ bridge, store, actions, highlighter: createHighlighter() }}>
        <App />
      </AppProvider>
    </StrictMode>,
  )
}
