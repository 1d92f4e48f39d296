import { useEffect, useRef } from 'react'
import { useActions, useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Dialog } from '../../ui/dialog'
import { useActing } from '../composer/use-acting'
import { runAction } from './app-actions'
import { PaletteList } from './palette-list'
import { useAppKeys } from './use-app-keys'

const selectPaletteOpen = (state: AppState) => state.ui.paletteOpen

/** Every action and its key, to be found by typing. Holds the keyboard and the application menu too, so it is always mounted. */
export function CommandPalette() {
  const open = useApp(selectPaletteOpen)
  const { setPalette } = useActions()
  useAppKeys()
  useMenuCommands()
  const chosen = useRef<string>(undefined)
  const acting = useActing()
  const runChosen = () => {
    const name = chosen.current
    chosen.current = undefined
    if (name !== undefined) runAction(acting, name)
  }
  return (
    <Dialog open={open} onOpenChange={setPalette} title="Actions" hideTitle onClosed={runChosen}>
      <PaletteList
        onChoose={(name) => {
          chosen.current = name
          setPalette(false)
        }}
      />
    </Dialog>
  )
}

/** The application menu asks for actions by the names of the palette. */
function useMenuCommands(): void {
  const bridge = useBridge()
  const acting = useActing()
  useEffect(() => bridge.listen('app.command', ({ command }) => runAction(acting, command)), [bridge, acting])
}
