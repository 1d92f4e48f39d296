import { DropdownMenu as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Kbd } from './kbd'
import styles from './menu.module.css'
import type { KeyChord } from './platform-keys'

interface MenuProps {
  /** One button that opens the menu. */
  readonly trigger: ReactNode
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A menu of actions. Not modal: the page beneath keeps its scroll position and needs no lock. */
export function Menu({ trigger, children, align = 'start', side = 'bottom' }: MenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={styles.menu} align={align} side={side} sideOffset={4} collisionPadding={8} loop>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface MenuItemProps {
  readonly onSelect: () => void
  readonly children: ReactNode
  readonly icon?: ReactNode
  readonly shortcut?: KeyChord
  /** For what destroys something. */
  readonly danger?: boolean
  readonly disabled?: boolean
}

/** One action of a menu. */
export function MenuItem({ onSelect, children, icon, shortcut, danger, disabled }: MenuItemProps) {
  return (
    <Primitive.Item className={classNames(styles.item, danger && styles.danger)} onSelect={onSelect} disabled={disabled ?? false}>
      {icon}
      <span className={styles.words}>{children}</span>
      {shortcut && <Kbd keys={shortcut} />}
    </Primitive.Item>
  )
}

/** A heading of a part of a menu. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <Primitive.Label className={styles.label}>{children}</Primitive.Label>
}

/** A hairline between two parts of a menu. */
export function MenuSeparator() {
  return <Primitive.Separator className={styles.separator} />
}
