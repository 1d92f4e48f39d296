import { Copy, X } from 'lucide-react'
import { useEffect } from 'react'
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
}

const STAYS_MS = 8_000

/** What is said in passing. An error stays until it is dismissed. */
export function Toasts({ toasts, onDismiss }: ToastsProps) {
  if (toasts.length === 0) return null
  return (
    <ul className={styles.toasts} aria-label="Notices">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onDismiss={onDismiss} />
      ))}
    </ul>
  )
}

function ToastItem({ toast, onDismiss }: { readonly toast: ToastContent; readonly onDismiss: (id: number) => void }) {
  const { id, level, text, detail } = toast
  const announce = useAnnounce()
  useEffect(() => announce(text), [announce, text])
  useEffect(() => {
    if (level === 'error') return
    const timer = setTimeout(() => onDismiss(id), STAYS_MS)
    return () => clearTimeout(timer)
  }, [id, level, onDismiss])
  return (
    <li className={classNames(styles.toast, level === 'error' && styles.error)}>
      <span className={styles.words}>{text}</span>
      {detail !== undefined && (
        <IconButton
          label="Copy the details"
          icon={<Copy aria-hidden />}
          size="small"
          onClick={() => void navigator.clipboard.writeText(`${text}\n${detail}`)}
        />
      )}
      <IconButton label="Dismiss" icon={<X aria-hidden />} size="small" onClick={() => onDismiss(id)} />
    </li>
  )
}
