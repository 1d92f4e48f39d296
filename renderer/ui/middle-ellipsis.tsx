import { type RefObject, useRef } from 'react'
import { classNames } from './class-names'
import styles from './middle-ellipsis.module.css'

/** How much of the end always stays: a file name is what a person looks for. */
const TAIL_CHARACTERS = 32
/** Up to this length a text stays in one piece, and gives up its beginning where there is no room. */
const SHORT_CHARACTERS = 48

interface MiddleEllipsisProps {
  readonly text: string
  readonly className?: string | undefined
}

/**
 * A long path on one line with its middle left out, by layout alone. The full text is what is read out,
 * shown on hover and copied.
 */
export function MiddleEllipsis({ text, className }: MiddleEllipsisProps) {
  if (text.length <= SHORT_CHARACTERS) {
    return (
      <span className={classNames(styles.short, className)} title={text}>
        <bdi>{text}</bdi>
      </span>
    )
  }
  return <LongText text={text} className={className} />
}

function LongText({ text, className }: MiddleEllipsisProps) {
  const box = useRef<HTMLSpanElement>(null)
  const at = splitPoint(text)
  return (
    <span
      ref={box}
      className={classNames(styles.long, className)}
      title={text}
      onCopy={(event) => {
        if (!isSelectedAlone(box)) return
        event.clipboardData.setData('text/plain', text)
        event.preventDefault()
      }}
    >
      <bdi className={styles.head}>{text.slice(0, at)}</bdi>
      <bdi className={styles.tail}>{text.slice(at)}</bdi>
    </span>
  )
}

/** Only a selection of this text alone is replaced when it is copied: a longer one must keep its other parts. */
function isSelectedAlone(box: RefObject<HTMLSpanElement | null>): boolean {
  const selection = document.getSelection()
  if (!selection || !box.current) return false
  return box.current.contains(selection.anchorNode) && box.current.contains(selection.focusNode)
}

function splitPoint(text: string): number {
  const slash = text.lastIndexOf('/')
  const name = text.length - slash
  const at = name > TAIL_CHARACTERS ? text.length - TAIL_CHARACTERS : Math.max(slash, 0)
  // Never between the halves of one character.
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
}
