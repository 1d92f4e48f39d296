import { SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { z } from 'zod'
import { parseJson } from '../../../shared/parse-json'

const FORBIDDEN = 403
const NOT_FOUND = 404
const WRONG_METHOD = 405
const FAULTS_FROM = 500
/** Of what a server says beside its status. */
const MAX_SAID = 300

/** What HTTP answered in place of the protocol, as sentences that say how to go on; undefined for an error of another kind. */
export function httpFailure(error: unknown): string | undefined {
  if (!(error instanceof StreamableHTTPError || error instanceof SseError)) return undefined
  const said = saidIn(error.message)
  const words = wordsFor(error.code ?? 0, error.message)
  return words === undefined ? undefined : `${words}${said === '' ? '' : ` It said: ${said}`}`
}

function wordsFor(status: number, message: string): string | undefined {
  if (/content type/i.test(message)) return 'What answers at its address is no MCP server of this kind: correct the address, or the kind.'
  if (status === NOT_FOUND || status === WRONG_METHOD)
    return `There is no MCP server of this kind at its address (status ${status}): correct the address, or the kind.`
  if (status === FORBIDDEN) return `The server lets nobody in with these headers (status ${status}): correct them, or ask who runs it.`
  if (status >= FAULTS_FROM) return `The server has a fault of its own (status ${status}): try again later, or tell who runs it.`
  return status > 0 ? `The server did not take it (status ${status}).` : undefined
}

const Said = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
])

/** The words in the body of an answer; none of a page, which is for a browser. */
function saidIn(message: string): string {
  const [, body = ''] = /Error POSTing to endpoint: ([^]*)$/.exec(message) ?? []
  if (/^\s*</.test(body)) return ''
  const read = Said.safeParse(parseJson(body))
  return (read.success ? read.data : body).trim().slice(0, MAX_SAID).toWellFormed()
}
