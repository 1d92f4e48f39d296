import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Kbd } from './kbd'
import type { KeyChord } from './platform-keys'
import styles from './tooltip.module.css'

interface TooltipProps {
  readonly text: string
  readonly shortcut?: KeyChord
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that takes a ref and focus. */
  readonly children: ReactNode
}

const SHOW_AFTER_MS = 400

/** Words beside a thing, on hover and on focus. Never the only place where something is said. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={SHOW_AFTER_MS}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content className={styles.tooltip} side={side} sideOffset={4} collisionPadding={8}>
            {text}
            {shortcut && <Kbd keys={shortcut} />}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
