import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant
  readonly size?: 'small'
  /** Drawn before the words; never instead of them. */
  readonly icon?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button with words. Takes every attribute of a native button. */
export function Button({ variant = 'secondary', size, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={classNames(styles.button, styles[variant], size && styles[size], className)}>
      {icon}
      <span className={styles.words}>{children}</span>
    </button>
  )
}
