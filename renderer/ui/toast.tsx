import { Copy, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useAnnounce } from './announcer'
import { classNames } from './class-names'
import { IconButton } from './icon-button'
import styles from './toast.module.css'

export interface ToastContent {
  readonly id: number
  readonly level: 'info' | 'error'
  readonly text: string
  /** The raw text behind it, to be copied. */
  readonly detail?: string
}

interface ToastsProps {
  readonly toasts: readonly ToastContent[]
  readonly onDismiss: (id: number) => void
  readonly onCopy: (text: string) => void
  /** Called when a toast goes that had the focus. */
  readonly onFocusLost: () => void
}

const STAYS_MS = 8_000

/** What is said in passing. An error stays until it is dismissed. */
export function Toasts({ toasts, ...rest }: ToastsProps) {
  if (toasts.length === 0) return null
  return (
    <ul className={styles.toasts} aria-label="Notices">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} {...rest} />
      ))}
    </ul>
  )
}

interface ToastItemProps extends Omit<ToastsProps, 'toasts'> {
  readonly toast: ToastContent
}

function ToastItem({ toast, onDismiss, onCopy, onFocusLost }: ToastItemProps) {
  const { id, level, text, detail } = toast
  const item = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const element = item.current
    return () => {
      if (element?.contains(document.activeElement)) onFocusLost()
    }
  }, [onFocusLost])
  const announce = useAnnounce()
  useEffect(() => announce(text), [announce, text])
  useEffect(() => {
    if (level === 'error') return
    const timer = setTimeout(() => onDismiss(id), STAYS_MS)
    return () => clearTimeout(timer)
  }, [id, level, onDismiss])
  return (
    <li ref={item} className={classNames(styles.toast, level === 'error' && styles.error)}>
      <span className={styles.words}>{text}</span>
      {detail !== undefined && (
        <IconButton label="Copy the details" icon={<Copy aria-hidden />} size="small" onClick={() => onCopy(`${text}\n${detail}`)} />
      )}
      <IconButton label="Dismiss" icon={<X aria-hidden />} size="small" onClick={() => onDismiss(id)} />
    </li>
  )
}
