import { Button } from '../../ui/button'
import styles from './shell.module.css'

/** What stands in the window when it could not be drawn. It holds no truth, so loading it again loses nothing. */
export function BrokenWindow({ error }: { readonly error: Error }) {
  return (
    <main className={styles.lost}>
      <h1>The window could not be drawn</h1>
      <p role="alert">{error.message}</p>
      <p>Running tasks go on and nothing is lost. Load the window again to go on where you were.</p>
      <Button variant="primary" onClick={() => location.reload()}>
        Load the window again
      </Button>
    </main>
  )
}
