import { counted } from '../../shared/amounts'
import { VisuallyHidden } from '../ui/visually-hidden'
import styles from './change-count.module.css'

/** How many lines came and went: "+12 −3", none of nothing, in words for those who listen. */
export function ChangeCount({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className={styles.count}>
      {(added > 0 || removed === 0) && <span aria-hidden className={styles.added}>{`+${added}`}</span>}
      {removed > 0 && <span aria-hidden className={styles.removed}>{`−${removed}`}</span>}
      <VisuallyHidden>{`${counted(added, 'line')} added, ${removed} removed`}</VisuallyHidden>
    </span>
  )
}
