/** A longer line is drawn in pieces: a program may print a megabyte without an end of line. */
const MAX_PIECE = 1_000
const PIECE = new RegExp(`[^]{1,${MAX_PIECE}}`, 'gu')

/** The lines of a log as they are drawn, without the empty one that the last end of line leaves. */
export function logLines(text: string): readonly string[] {
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.flatMap((line) => (line.length > MAX_PIECE ? (line.match(PIECE) ?? []) : [line]))
}
