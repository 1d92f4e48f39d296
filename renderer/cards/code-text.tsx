import { type TextPiece, markCharacters } from '../features/approval/marked-characters'
import styles from './code-text.module.css'

// Nearly every line of code is this and needs no closer look.
const ORDINARY = /^[\x20-\x7e\t]*$/
const PLAIN = /^[\t\r]$/
const PICTOGRAPH = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const JOINS_PICTOGRAPHS = /^[\ufe0f\u200d]$/

/** A line of a file. Tabs and letters of any language are what they are; a character that cannot be seen or that turns the line around is marked. */
export function CodeText({ text }: { readonly text: string }) {
  if (ORDINARY.test(text)) return text
  return markCharacters(text).map((piece, index, pieces) => {
    if (!misleads(piece, pieces[index - 1])) return piece.text
    return (
      // The characters of a line have no other identity than their place.
      <mark key={`${index}`} className={styles.hidden} title="This character cannot be seen">
        {piece.name}
      </mark>
    )
  })
}

function misleads(piece: TextPiece, before: TextPiece | undefined): piece is TextPiece & { readonly kind: 'hidden' } {
  if (piece.kind !== 'hidden' || PLAIN.test(piece.text)) return false
  // Within a pictograph these say how it is drawn.
  return !(JOINS_PICTOGRAPHS.test(piece.text) && before !== undefined && PICTOGRAPH.test(before.text))
}
