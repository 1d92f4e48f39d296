import { diffArrays } from 'diff'
import { splitLines, usualEnd } from './text-lines'

const MAX_EDITS = 2000
const TIMEOUT_MS = 200

/**
 * A new text for a whole file, with the line ends of the old one: lines that stay keep theirs, new ones get the usual. A text that
 * brings Windows line ends itself is taken as it is.
 */
export function keepLineEnds(original: string, text: string): string {
  if (!original.includes('\r\n') || text.includes('\r\n')) return text
  const old = splitLines(original)
  const usual = usualEnd(old.ends)
  if (old.ends.every((end, at) => end === '\r\n' || (end === '' && at === old.ends.length - 1))) return text.replaceAll('\n', usual)
  const now = splitLines(text)
  const changes = diffArrays([...old.texts], [...now.texts], { maxEditLength: MAX_EDITS, timeout: TIMEOUT_MS })
  if (!changes) return text.replaceAll('\n', usual)
  const ends: string[] = []
  let at = 0
  for (const { value, added, removed } of changes) {
    if (added) ends.push(...value.map(() => usual))
    else if (!removed) ends.push(...old.ends.slice(at, at + value.length).map((end) => end || usual))
    if (!added) at += value.length
  }
  return now.texts.map((line, number) => line + (now.ends[number] === '' ? '' : (ends[number] ?? usual))).join('')
}
