import styles from './spinner.module.css'
import { VisuallyHidden } from './visually-hidden'

/** Something is going on. With a label it says what; without one it is decoration beside words. */
export function Spinner({ label }: { readonly label?: string }) {
  return (
    <span className={styles.box}>
      <span className={styles.spinner} aria-hidden />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  )
}
