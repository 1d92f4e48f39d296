import type { Output } from './events'
import { toJsonLine } from './json-line'

/** Tells each event as one line of JSON. `write` gets the line with its end. */
export const createJsonOutput = (write: (line: string) => void): Output => ({ tell: (event) => write(toJsonLine(event)) })
