import { X } from 'lucide-react'
import { type ReactNode, createContext, useCallback, useContext, useEffect, useState } from 'react'
import { useAnnounce } from './announcer'
import { Button } from './button'
import { classNames } from './class-names'
import { IconButton } from './icon-button'
import styles from './toast.module.css'

export interface ToastContent {
  readonly text: string
  /** An error stays until it is dismissed. */
  readonly tone?: 'neutral' | 'danger'
  readonly action?: { readonly label: string; readonly run: () => void }
}
export type ShowToast = (content: ToastContent) => void

const STAYS_MS = 8_000
const MOST = 3

const ToastContext = createContext<ShowToast>(() => undefined)

/** Says in passing what has no better place. */
export const useToast = (): ShowToast => useContext(ToastContext)

/** Holds the toasts. Stands inside the Announcer, which reads them out. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly (ToastContent & { readonly id: number })[]>([])
  const announce = useAnnounce()
  const show = useCallback<ShowToast>(
    (content) => {
      setToasts((before) => [...before, { ...content, id: (before.at(-1)?.id ?? 0) + 1 }].slice(-MOST))
      announce(content.text)
    },
    [announce],
  )
  const dismiss = useCallback((id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)), [])
  return (
    <ToastContext.Provider value={show}>
      {children}
      {toasts.length > 0 && (
        <ul className={styles.toasts} aria-label="Messages">
          {toasts.map((toast) => (
            <ToastItem key={toast.id} toast={toast} dismiss={dismiss} />
          ))}
        </ul>
      )}
    </ToastContext.Provider>
  )
}

interface ToastItemProps {
  readonly toast: ToastContent & { readonly id: number }
  readonly dismiss: (id: number) => void
}

function ToastItem({ toast, dismiss }: ToastItemProps) {
  useEffect(() => {
    if (toast.tone === 'danger') return
    const timer = setTimeout(() => dismiss(toast.id), STAYS_MS)
    return () => clearTimeout(timer)
  }, [toast.tone, toast.id, dismiss])
  const { action } = toast
  return (
    <li className={classNames(styles.toast, toast.tone === 'danger' && styles.danger)}>
      <span className={styles.words}>{toast.text}</span>
      {action && (
        <Button
          size="small"
          onClick={() => {
            action.run()
            dismiss(toast.id)
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Dismiss" icon={<X aria-hidden />} size="small" onClick={() => dismiss(toast.id)} />
    </li>
  )
}
