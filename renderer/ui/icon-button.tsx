import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names'
import styles from './icon-button.module.css'
import { type KeyChord, ariaKey } from './platform-keys'
import { Tooltip } from './tooltip'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** The accessible name, also shown on hover and focus. */
  readonly label: string
  /** An element: `<X aria-hidden />`. */
  readonly icon: ReactNode
  readonly shortcut?: KeyChord
  readonly size?: 'small'
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that is only an icon, and therefore always has a name and a tooltip. */
export function IconButton({ label, icon, shortcut, size, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut ? { shortcut } : {})}>
      <UndescribedButton
        aria-keyshortcuts={shortcut && ariaKey(shortcut)}
        {...rest}
        aria-label={label}
        className={classNames(styles.button, size && styles[size], className)}
      >
        {icon}
      </UndescribedButton>
    </Tooltip>
  )
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { readonly ref?: Ref<HTMLButtonElement> }

/** The tooltip repeats the name: as a description it would be read out a second time. */
function UndescribedButton({ 'aria-describedby': _tooltip, ...rest }: ButtonProps) {
  return <button type="button" {...rest} />
}
