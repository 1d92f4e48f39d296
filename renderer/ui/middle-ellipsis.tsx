import { useRef } from 'react'
import { classNames } from './class-names'
import styles from './middle-ellipsis.module.css'

/** How much of the end always stays: a file name is what a person looks for. */
const TAIL_CHARACTERS = 24

/**
 * A long path on one line with its middle left out, by layout alone. The full text is what is read out,
 * shown on hover and copied.
 */
export function MiddleEllipsis({ text, className }: { readonly text: string; readonly className?: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const at = splitPoint(text)
  return (
    <span
      ref={box}
      className={classNames(styles.box, className)}
      title={text}
      onCopy={(event) => {
        // Only a selection of this text alone is replaced: a longer one must keep its other parts.
        const selection = document.getSelection()
        if (!selection || !box.current?.contains(selection.anchorNode) || !box.current.contains(selection.focusNode)) return
        event.clipboardData.setData('text/plain', text)
        event.preventDefault()
      }}
    >
      <bdi className={styles.head}>{text.slice(0, at)}</bdi>
      <bdi className={styles.tail}>{text.slice(at)}</bdi>
    </span>
  )
}

function splitPoint(text: string): number {
  const slash = text.lastIndexOf('/')
  const name = text.length - slash
  const at = name > TAIL_CHARACTERS ? text.length - TAIL_CHARACTERS : Math.max(slash, 0)
  // Never between the halves of one character.
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
}
