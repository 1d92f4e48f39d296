import type { McpContent } from '../mcp-port'
import type { TaskConfig } from '../task-config'
import type { ToolContent, ToolResponse } from '../tool-handler'
import { forCard, plural } from './path-facts'
import { strangersText } from './strangers-text'

/** More of a result goes to a file: its beginning and its end are enough to know what to look for. */
const MAX_LENGTH = 50_000
const HEAD_LENGTH = 40_000
const TAIL_LENGTH = 8_000
/** Of an error in a note. */
const MAX_LINE = 200
/** Pictures and files of one result: each is a file, and a picture costs as much as a page of text. */
const MAX_MEDIA = 20

/** What a server gave, for the model: whole, or its ends with a file that holds all of it. */
export async function mcpResponse(content: McpContent, heading: string, config: TaskConfig): Promise<ToolResponse> {
  const { text, where } = await bounded(content.text, config)
  const pictures = await Promise.all(content.images.slice(0, MAX_MEDIA).map((image) => pictureOf(image, config)))
  const files = await Promise.all(content.blobs.slice(0, MAX_MEDIA).map((blob) => fileOf(blob, config)))
  const seen = pictures.filter((picture) => typeof picture !== 'string')
  const tooMany = [...beyond(content.images.length, 'picture', 'pictures'), ...beyond(content.blobs.length, 'file', 'files')]
  const ours = [...where, ...files, ...pictures.filter((picture) => typeof picture === 'string'), ...tooMany]
  const told = [...(text === '' ? [] : [text]), ...ours]
  const nothing = told.length === 0 && seen.length === 0 ? ['(It gave nothing.)'] : []
  const words = [heading, ...(text === '' ? [] : [strangersText('servers', text)]), ...ours, ...nothing].join('\n')
  return {
    status: content.isError ? 'failed' : 'done',
    content: [{ type: 'text', text: words }, ...seen],
    note: noteOf(content, text),
    patch: { response: forCard(told.join('\n\n')) },
    untrusted: 'servers',
  }
}

/** A call that the server, or the way to it, did not let succeed. Words of it may be the server's. */
export const mcpFailed = (server: string, message: string): ToolResponse => ({
  status: 'failed',
  content: `The MCP server ${server} gave no answer:\n${strangersText('servers', message)}`,
  // What a first line announces stands in the next one.
  note: `The MCP server ${server}: ${firstLine(message.replace(/^([^\n]*:)\s*\n/, '$1 '))}`,
  untrusted: 'servers',
})

const beyond = (count: number, one: string, many: string): readonly string[] =>
  count > MAX_MEDIA ? [`[${plural(count - MAX_MEDIA, one, many)} more, which are left out.]`] : []

/** A text that may be too long for the conversation. `where` says, in a line of ours, what is left out and where it is. */
export async function bounded(
  text: string,
  { services }: TaskConfig,
): Promise<{ readonly text: string; readonly where: readonly string[] }> {
  if (text.length <= MAX_LENGTH) return { text, where: [] }
  const file = await services.handles.keepResult({ text })
  const left = `${(text.length - HEAD_LENGTH - TAIL_LENGTH).toLocaleString('en')} characters are left out`
  const where =
    file === undefined ? `[${left}, and could not be kept.]` : `[${left}. All of it is in ${file}: use read_file or search_files on it.]`
  return { text: `${text.slice(0, HEAD_LENGTH)}\n\n[${left} here]\n\n${text.slice(-TAIL_LENGTH)}`, where: [where] }
}

/** As large as models take it: read back through the port that scales pictures. */
async function pictureOf(image: McpContent['images'][number], config: TaskConfig): Promise<ToolContent | string> {
  if (!config.settings.supportsImages) return '[A picture, which the model in use cannot see.]'
  const { files, handles } = config.services
  const path = await handles.keepResult({ base64: image.data, mediaType: image.mediaType })
  if (path === undefined) return '[A picture, which could not be kept.]'
  const read = await files.readImage(await files.resolve(path), config.signal)
  if (!read.ok) return `[A picture, which could not be read: ${read.error.message}]`
  return { type: 'image', mediaType: read.value.mediaType, data: read.value.data }
}

async function fileOf({ what, mediaType, data }: McpContent['blobs'][number], { services }: TaskConfig): Promise<string> {
  const path = await services.handles.keepResult({ base64: data, mediaType })
  const name = JSON.stringify(`${what} (${mediaType})`.slice(0, MAX_LINE))
  return path === undefined ? `[${name}, which could not be kept.]` : `[${name} is in ${path}]`
}

/** Of an error its first line, for it says what went wrong; else how much there is. */
function noteOf({ isError, images, blobs, text }: McpContent, shown: string): string {
  const line = firstLine(text)
  if (isError && line !== '') return `It reports an error: ${line}`
  const parts = [
    ...(text === '' ? [] : [`${plural(text.length, 'character', 'characters')}${shown.length < text.length ? ', shortened' : ''}`]),
    ...(images.length === 0 ? [] : [plural(images.length, 'picture', 'pictures')]),
    ...(blobs.length === 0 ? [] : [plural(blobs.length, 'file', 'files')]),
  ]
  return `${isError ? 'It reports an error' : 'It answered'}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}

function firstLine(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line.trimEnd()
}
