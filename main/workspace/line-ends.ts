import { changesBetween } from './line-changes'
import { splitLines, usualEnd } from './text-lines'

/**
 * A new text for a whole file, with the line ends of the old one: lines that stay keep theirs, new ones get the usual. A text that
 * brings carriage returns itself is taken as it is.
 */
export function keepLineEnds(original: string, text: string): string {
  if (!original.includes('\r') || text.includes('\r')) return text
  const old = splitLines(original)
  const usual = usualEnd(old.ends)
  if (old.ends.every((end, at) => end === usual || (end === '' && at === old.ends.length - 1))) return text.replaceAll('\n', usual)
  const now = splitLines(text)
  const ends: string[] = []
  let at = 0
  for (const { kind, lines } of changesBetween(old.texts, now.texts)) {
    // Very many are too many for the arguments of one push.
    for (let offset = 0; kind !== 'remove' && offset < lines.length; offset += 1)
      ends.push((kind === 'keep' && old.ends[at + offset]) || usual)
    if (kind !== 'add') at += lines.length
  }
  return now.texts.map((line, number) => line + (now.ends[number] === '' ? '' : (ends[number] ?? usual))).join('')
}
