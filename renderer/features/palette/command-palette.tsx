import { useEffect, useRef } from 'react'
import { useActions, useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectOpenAsk } from '../../store/selectors'
import { Dialog } from '../../ui/dialog'
import { type Acting, useActing } from '../composer/use-acting'
import { runAction } from './app-actions'
import { type Choice, PaletteList } from './palette-list'
import { isModalOpen, useAppKeys } from './use-app-keys'

const selectPaletteOpen = (state: AppState) => state.ui.paletteOpen

/** Every action and its key, to be found by typing. Holds the keyboard and the application menu too, so it is always mounted. */
export function CommandPalette() {
  const open = useApp(selectPaletteOpen)
  const { setPalette } = useActions()
  useAppKeys()
  useMenuCommands()
  const chosen = useRef<Choice>(undefined)
  const acting = useActing()
  const runChosen = () => {
    const choice = chosen.current
    chosen.current = undefined
    if (choice) runChoice(acting, choice)
  }
  return (
    <Dialog open={open} onOpenChange={setPalette} title="Actions" hideTitle onClosed={runChosen}>
      <PaletteList
        onChoose={(choice) => {
          chosen.current = choice
          setPalette(false)
        }}
      />
    </Dialog>
  )
}

/** Does what was chosen. An answer belongs to what waited when the list was opened, and never reaches what has come since. */
function runChoice(acting: Acting, { action, askTs }: Choice): void {
  const waiting = selectOpenAsk(acting.store.getState())
  if (action.onlyForCard && waiting?.ts !== askTs) {
    acting.actions.toast('info', 'What waited when the list was opened is gone, so nothing was answered.')
    return
  }
  const { isAvailable, run } = action.inList ?? action
  if (isAvailable(acting.store.getState())) run(acting)
}

/** The application menu asks for actions by the names of the palette. */
function useMenuCommands(): void {
  const bridge = useBridge()
  const acting = useActing()
  useEffect(() => {
    return bridge.listen('app.command', ({ command }) => {
      if (command === 'palette.open' || !isModalOpen()) runAction(acting, command)
    })
  }, [bridge, acting])
}
