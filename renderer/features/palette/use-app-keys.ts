import { useEffect } from 'react'
import { matchesKey } from '../../ui/platform-keys'
import { MESSAGE_BOX_ID } from '../composer/composer-focus'
import { type Acting, useActing } from '../composer/use-acting'
import { type AppAction, appActions, keyOf } from './app-actions'

/** The keyboard of the window. One listener, which reads the list of actions. */
export function useAppKeys(): void {
  const acting = useActing()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionFor(acting, event)
      if (!action) return
      // Also for a key that is held: the application's menu would take it.
      event.preventDefault()
      if (!event.repeat) action.run(acting)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [acting])
}

function actionFor(acting: Acting, event: KeyboardEvent): AppAction | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined
  const action = appActions.find((candidate) => {
    const key = keyOf(candidate)
    return key !== undefined && matchesKey(event, key)
  })
  if (!action?.isAvailable(acting.store.getState())) return undefined
  if (action.name === 'palette.open') return action
  // What lies above the page has the keyboard for itself.
  if (isModalOpen()) return undefined
  return action.onlyForCard && belongsElsewhere(event.target) ? undefined : action
}

/** True while a dialog or a menu lies above the page: what stands beneath is out of reach until it has gone. */
export const isModalOpen = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"], [role="menu"][data-state="open"]') !== null

/** In another text field these keys edit, and on a control they belong to it. */
function belongsElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.id === MESSAGE_BOX_ID) return false
  return (
    target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]') ||
    target.closest('.xterm') !== null
  )
}
