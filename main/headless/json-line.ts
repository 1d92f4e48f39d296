/**
 * A value as JSON on one line, line end included. Characters that some readers take for a line end, or a terminal for
 * a command, are escaped: the value stays the same.
 */
export const toJsonLine = (value: unknown): string => `${escaped(JSON.stringify(value))}\n`

/** As `toJsonLine`, laid out for reading. */
export const toJsonText = (value: unknown): string => `${escaped(JSON.stringify(value, null, 2))}\n`

const escaped = (json: string): string =>
  json.replace(/[\u007f-\u009f\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
