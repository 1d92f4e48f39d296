import type { ClineAskMessage } from '../../../shared/messages'
import { hasMarks } from './marked-characters'

/** What of a path stands in a heading: with the words around it, two lines in a narrow window. */
const MOST_CHARACTERS = 56

/** The heading with its path shortened in the middle. A path in which something hides stays whole. */
export function headFor(row: ClineAskMessage, summary: string): string {
  const path = row.ask === 'tool' ? row.data.path : undefined
  if (!path || path.length <= MOST_CHARACTERS || hasMarks(path)) return summary
  return summary.replace(path, () => shortened(path))
}

/** Keeps the beginning and the end at separators, and of a long file name what fits. */
function shortened(path: string): string {
  const characters = Array.from(path)
  const tailLength = Math.floor(MOST_CHARACTERS * 0.6)
  const head = characters.slice(0, MOST_CHARACTERS - tailLength - 1).join('')
  const tail = characters.slice(-tailLength).join('')
  const headEnd = head.lastIndexOf('/')
  const tailStart = tail.indexOf('/')
  return `${headEnd > 0 ? head.slice(0, headEnd + 1) : head}…${tailStart >= 0 ? tail.slice(tailStart) : tail}`
}
