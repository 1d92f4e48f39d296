import { Fragment } from 'react'
import styles from './kbd.module.css'
import { type KeyChord, keyNames } from './platform-keys'

/** A key as this system writes it. */
export function Kbd({ keys }: { readonly keys: KeyChord }) {
  return (
    <span className={styles.keys}>
      {keyNames(keys).map((name, index) => (
        <Fragment key={name}>
          {index > 0 && <span className={styles.joint}>+</span>}
          <kbd className={styles.key}>{name}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
