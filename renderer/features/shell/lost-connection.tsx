import { Button } from '../../ui/button'
import styles from './shell.module.css'

/** What stands in the window when main does not say how things are. */
export function LostConnection({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <main className={styles.lost}>
      <h1>The window has lost touch with the app</h1>
      <p role="alert">{reason}</p>
      <p>Running tasks go on and nothing is lost. Try again; if that does not help, close the window and open it anew.</p>
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    </main>
  )
}
