export interface PlainPiece {
  readonly plain: string
  /** The beginning of a sequence that is not whole yet: to be put before what follows. */
  readonly rest: string
}

/* oxlint-disable no-control-regex -- terminal output consists of control characters */

/** What changes nothing about which text stands where: colours, titles, the shape of the cursor, bells. */
const NOISE =
  /\u001b\[[0-9;:]*m|\u001b\[0?K|\u001b\[\?(?:1|7|12|25|1004|2004)[hl]|\u001b\([0B]|\u001b[=>]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\u0000\u0007]/g
/** Text in a colour nobody can see, or perhaps only in the colour number 8. */
const MAYBE_HIDDEN = /\u001b\[(?:[0-9;:]*;)?8(?:;[0-9;:]*)?m/
const MOVES_CURSOR = /[\u0000-\u0008\u000b-\u001f\u007f]/
const ANY_CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/
const UNFINISHED = /(?:\r|\u001b(?:\[[0-9;:?]*|\][^\u0007\u001b]*\u001b?|\()?)$/
const MAX_UNFINISHED = 2048

/** Output as plain lines, or undefined when it moves the cursor: then only a screen can say what a person sees. */
export function toPlain(output: string): PlainPiece | undefined {
  const rest = unfinishedEnd(output)
  const body = (rest === '' ? output : output.slice(0, -rest.length)).replaceAll('\r\n', '\n')
  if (!ANY_CONTROL.test(body)) return { plain: body, rest }
  if (MAYBE_HIDDEN.test(body)) return undefined
  const plain = body.replace(NOISE, '').replace(/\r+\n/g, '\n')
  return MOVES_CURSOR.test(plain) ? undefined : { plain, rest }
}

function unfinishedEnd(output: string): string {
  const last = output.charCodeAt(output.length - 1)
  const escape = output.lastIndexOf('\u001b', output.length - 1)
  if (last !== CARRIAGE_RETURN && (escape === -1 || output.length - escape > MAX_UNFINISHED)) return ''
  return UNFINISHED.exec(output.slice(-MAX_UNFINISHED))?.[0] ?? ''
}

const CARRIAGE_RETURN = 13
