import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { MarkedText } from '../approval/marked-text'
import { partsOfAddress } from './address-parts'
import styles from './link-dialog.module.css'

const selectPendingLink = (state: AppState) => state.ui.pendingLink

/** Asks before an address is opened outside, and shows where it really leads. */
export function LinkDialog() {
  const url = useApp(selectPendingLink)
  const { closeLink, openPendingLink } = useActions()
  const parts = url === undefined ? undefined : partsOfAddress(url)
  return (
    <Dialog
      open={url !== undefined}
      onOpenChange={(open) => !open && closeLink()}
      title="Open in your browser"
      description={parts ? 'The address comes from the chat. It leads to:' : 'Only web addresses can be opened. This is none:'}
      footer={
        <>
          <Button onClick={closeLink}>Stay here</Button>
          {parts && (
            <Button variant="primary" onClick={() => void openPendingLink()}>
              Open link
            </Button>
          )}
        </>
      }
    >
      {parts && (
        <p className={styles.host}>
          <MarkedText text={parts.host} />
        </p>
      )}
      <p className={styles.address} tabIndex={0} role="group" aria-label="Whole address">
        <MarkedText text={parts?.whole ?? url ?? ''} />
      </p>
      {parts &&
        parts.warnings.map((warning) => (
          <p key={warning} className={styles.warning}>
            {warning}
          </p>
        ))}
    </Dialog>
  )
}
