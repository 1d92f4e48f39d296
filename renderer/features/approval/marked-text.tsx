import { useMemo } from 'react'
import { markCharacters } from './marked-characters'
import styles from './marked-text.module.css'

/** A text from outside in which nothing can hide: characters that cannot be seen or that look like others are marked. */
export function MarkedText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => markCharacters(text), [text])
  return pieces.map((piece, index) => {
    // The pieces of a text have no other identity than their place, and are never reordered.
    const key = `${index}`
    if (piece.kind === 'plain') return <span key={key}>{piece.text}</span>
    return (
      <mark key={key} className={styles[piece.kind]} title={`This character is ${piece.name}`}>
        {piece.kind === 'hidden' ? piece.name : piece.text}
      </mark>
    )
  })
}
