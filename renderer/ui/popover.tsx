import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './popover.module.css'

interface PopoverProps {
  /** One button that opens it. */
  readonly trigger: ReactNode
  /** The accessible name of what opens. */
  readonly label: string
  readonly children: ReactNode
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A small panel beside its button. Escape closes it and focus goes back to the button. */
export function Popover({ trigger, label, children, open, onOpenChange, align = 'start', side = 'top' }: PopoverProps) {
  const control = { ...(open === undefined ? {} : { open }), ...(onOpenChange ? { onOpenChange } : {}) }
  return (
    <Primitive.Root {...control}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={styles.popover} aria-label={label} align={align} side={side} sideOffset={4} collisionPadding={8}>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
