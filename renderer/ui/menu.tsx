import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'
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
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** Where the focus goes when the menu closes, in place of its button: an event that is prevented stays where it was put. */
  readonly onCloseFocus?: (event: Event) => void
}

/** A menu of actions. Not modal: the page beneath keeps its scroll position and needs no lock. */
export function Menu({ trigger, children, align = 'start', side = 'bottom', open, onOpenChange, onCloseFocus }: MenuProps) {
  const control = { ...(open === undefined ? {} : { open }), ...(onOpenChange ? { onOpenChange } : {}) }
  return (
    <Primitive.Root modal={false} {...control}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        {/* It lies outside of the page's own landmarks. */}
        <section aria-label="Menu">
          <Primitive.Content
            className={styles.menu}
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            loop
            {...(onCloseFocus ? { onCloseAutoFocus: onCloseFocus } : {})}
          >
            {children}
          </Primitive.Content>
        </section>
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

interface MenuGroupProps {
  readonly label: ReactNode
  readonly children: ReactNode
}

/** Actions that belong together, under their common words. */
export function MenuGroup({ label, children }: MenuGroupProps) {
  const id = useId()
  return (
    <Primitive.Group aria-labelledby={id} className={styles.group}>
      <Primitive.Label id={id} className={styles.heading}>
        {label}
      </Primitive.Label>
      {children}
    </Primitive.Group>
  )
}

interface MenuChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** A choice of one within a menu. Choosing leaves the menu open. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  const id = useId()
  const pick = (picked: string): void => {
    const option = options.find((candidate) => candidate.value === picked)
    if (option) onChange(option.value)
  }
  return (
    <Primitive.RadioGroup value={value} onValueChange={pick} aria-labelledby={id}>
      <Primitive.Label id={id} className={styles.label}>
        {label}
      </Primitive.Label>
      {options.map((option) => (
        <Primitive.RadioItem key={option.value} value={option.value} className={styles.item} onSelect={(event) => event.preventDefault()}>
          <span className={styles.check}>
            <Primitive.ItemIndicator>
              <Check aria-hidden />
            </Primitive.ItemIndicator>
          </span>
          <span className={styles.words}>{option.label}</span>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
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
