import type { ComponentProps, KeyboardEvent } from 'react'
import { Button } from '../../ui/button'
import { ariaKey, matchesKey } from '../../ui/platform-keys'
import { actionKey } from '../palette/action-keys'

interface AlwaysButtonProps extends ComponentProps<typeof Button> {
  readonly canAnswer: boolean
  /** Approves, and decides nothing else. */
  readonly onApprove: () => void
}

/** Opens what can be decided for calls to come. */
export function AlwaysButton({ canAnswer, onApprove, onKeyDown, ...menu }: AlwaysButtonProps) {
  // The key that approves does so here as well: the button would take it for Enter, and open the menu.
  const approveInstead = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (!matchesKey(event.nativeEvent, actionKey('ask.approve'))) return onKeyDown?.(event)
    event.preventDefault()
    if (!event.repeat) onApprove()
  }
  return (
    <Button {...menu} disabled={!canAnswer} aria-keyshortcuts={ariaKey(actionKey('ask.rule'))} onKeyDown={approveInstead}>
      Always…
    </Button>
  )
}
