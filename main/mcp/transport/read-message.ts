import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { parseJson } from '../../../shared/parse-json'

/** 4 MB. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024
/** How far arrays and objects may stand in each other: deeper ones serve nobody but an attack. */
const MAX_DEPTH = 64

/** The message in a line, or why there is none. */
export function readMessage(text: string): JSONRPCMessage | string {
  // Told without an error for each line: a server may print many.
  if (!/^\s*[{[]/.test(text)) return 'what is not JSON'
  if (isTooDeep(text)) return `a message that is nested more than ${MAX_DEPTH} deep`
  const value = parseJson(text)
  if (value === undefined) return 'what is not JSON'
  const parsed = JSONRPCMessageSchema.safeParse(value)
  return parsed.success ? parsed.data : 'what is no JSON-RPC message'
}

/** By its characters, before it is parsed. */
export function isTooDeep(text: string, most = MAX_DEPTH): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) depth += 1
    else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth -= 1
    if (depth > most) return true
  }
  return false
}

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const BACKSLASH = 0x5c

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** Which request a message that was too long to be kept answers: its number stands at one of its ends. */
export function answeredRequest(head: string, tail: string): number | undefined {
  const found =
    /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,/.exec(head) ??
    /,\s*"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail)
  return found ? Number(found[1]) : undefined
}
