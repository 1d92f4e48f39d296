import { counted } from '../../shared/amounts'

const MOST_CHARACTERS = 400

/** The lines of a text with its middle left out when it is long: how it began, and how it ended. */
export function headAndTail(text: string, head: number, tail: number): readonly string[] {
  const lines = linesOf(text)
  if (lines.length <= head + tail + 1) return lines.map(shorten)
  const left = lines.length - head - tail
  return [...lines.slice(0, head).map(shorten), `… ${counted(left, 'line')} left out …`, ...lines.slice(-tail).map(shorten)]
}

/** The first lines of a text, and how many more there are. */
export function firstLines(text: string, most: number): readonly string[] {
  const lines = linesOf(text)
  return lines.length <= most + 1 ? lines : [...lines.slice(0, most), `… ${counted(lines.length - most, 'more line')}`]
}

/** Without the line ends around the text. */
export const linesOf = (text: string): readonly string[] => text.replace(/^\n+|\n+$/g, '').split('\n')

const shorten = (line: string): string => (line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line)
