import type { ReactNode } from 'react'
import { useActions } from '../../store/app-context'
import styles from './markdown.module.css'

/** Words with an address behind them. It is no anchor: nothing can follow it but the dialog, which shows where it leads. */
export function InertLink({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const { askToOpenLink } = useActions()
  if (!/^https?:/i.test(address)) return <span title={address || undefined}>{children}</span>
  return (
    <button type="button" role="link" className={styles.link} title={address} onClick={() => askToOpenLink(address)}>
      {children}
    </button>
  )
}
