import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names'
import styles from './dialog.module.css'
import { IconButton } from './icon-button'

interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
  readonly size?: 'small' | 'wide'
  /** Only for assistive technology: for a dialog whose content says it all. */
  readonly hideTitle?: boolean
  /** The answer buttons, at the end. */
  readonly footer?: ReactNode
  /** Called once the dialog has gone and the focus is back where it was. */
  readonly onClosed?: () => void
  readonly children?: ReactNode
}

/**
 * A modal dialog: focus stays inside, Escape closes it, and focus goes back where it was.
 * The page never scrolls, so the scrim is a plain element: the primitive's own would write a style element for a scroll lock.
 */
export function Dialog({ open, onOpenChange, title, description, size, hideTitle, footer, onClosed, children }: DialogProps) {
  const focus = useDialogFocus(onClosed)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div className={styles.scrim} />
        <Primitive.Content
          className={classNames(styles.dialog, size && styles[size])}
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={hideTitle ? styles.hiddenHeader : styles.header}>
            <Primitive.Title className={styles.title}>{title}</Primitive.Title>
            {!hideTitle && (
              <Primitive.Close asChild>
                <IconButton label="Close" icon={<X aria-hidden />} size="small" />
              </Primitive.Close>
            )}
          </header>
          {description && <Primitive.Description className={styles.description}>{description}</Primitive.Description>}
          {children && <div className={hideTitle ? styles.bare : styles.body}>{children}</div>}
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Where the focus goes when a dialog comes and goes. The primitive knows only dialogs that hang on a button of their own. */
function useDialogFocus(onClosed: (() => void) | undefined) {
  const opener = useRef<Element>(null)
  return {
    /** To the first field, else to the dialog itself: never to the button that closes it, which would be the first to be pressed. */
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement
      const dialog = event.currentTarget
      if (!(dialog instanceof HTMLElement)) return
      event.preventDefault()
      const field = dialog.querySelector<HTMLElement>('input, textarea, select')
      ;(field ?? dialog).focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
      onClosed?.()
    },
  }
}
