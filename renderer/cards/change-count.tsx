import { counted } from '../words/amounts'
import { VisuallyHidden } from '../ui/visually-hidden'
import styles from './change-count.module.css'

/** How many lines came and went: "+12 −3", in words for those who listen. */
export function ChangeCount({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className={styles.count}>
      <span aria-hidden className={styles.added}>{`+${added}`}</span>
      <span aria-hidden className={styles.removed}>{`−${removed}`}</span>
      <VisuallyHidden>{`${counted(added, 'line')} added, ${removed} removed`}</VisuallyHidden>
    </span>
  )
}
