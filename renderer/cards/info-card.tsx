import type { ReactNode } from 'react'
import type { ClineApiReqInfo } from '../../shared/messages'
import styles from './info-card.module.css'
import { WarningLine } from './error-card'

/** Something worth a line and no more. */
export function InfoLine({ children }: { readonly children: ReactNode }) {
  return <p className={styles.info}>{children}</p>
}

/** A request is drawn only where it ended badly. */
export function RequestCard({ data }: { readonly data: ClineApiReqInfo }) {
  switch (data.cancelReason) {
    case 'user_cancelled':
      return <InfoLine>Cancelled by you</InfoLine>
    case 'retries_exhausted':
      return <WarningLine>{data.streamingFailedMessage ?? 'The request failed and was not tried again.'}</WarningLine>
    default:
      return <WarningLine>{data.streamingFailedMessage ?? 'The reply broke off.'}</WarningLine>
  }
}
