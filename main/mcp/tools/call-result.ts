import { z } from 'zod'
import { plain } from '../server-log'

/** What a call gave, for the model and for the card. */
export interface McpResult {
  readonly isError: boolean
  readonly text: string
  readonly images: readonly { readonly mediaType: string; readonly data: string }[]
  /** What cannot be told as text: files for whoever wants to look at them. */
  readonly blobs: readonly { readonly mediaType: string; readonly data: string; readonly what: string }[]
}

const block = z.looseObject({ type: z.string() })
const Text = z.looseObject({ type: z.literal('text'), text: z.string() })
const Media = z.looseObject({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() })
const Embedded = z.looseObject({ type: z.literal('resource'), resource: z.looseObject({ uri: z.string() }) })

/** Taken as it comes: one block of an unknown kind does not cost the others. */
export const CallResult = z.looseObject({
  content: z.array(block).default([]),
  isError: z.boolean().default(false),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
})
export type CallResult = z.infer<typeof CallResult>

export const ReadResult = z.looseObject({
  contents: z.array(
    z.looseObject({ uri: z.string(), text: z.string().optional(), blob: z.string().optional(), mimeType: z.string().optional() }),
  ),
})
export type ReadResult = z.infer<typeof ReadResult>

export const PromptResult = z.looseObject({ messages: z.array(z.looseObject({ role: z.string().default('user'), content: block })) })
export type PromptResult = z.infer<typeof PromptResult>

const shown = /^image\/(?:png|jpeg|gif|webp)$/
const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/_-]*={0,2}$/.test(text)

/** Text joined by blank lines, as in the source; pictures apart; what is neither is named. */
export function callResult(result: CallResult): McpResult {
  const parts = result.content.map(partOf)
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  // Servers repeat it as text for clients that do not know it; where they do not, this is all there is.
  if (texts.length === 0 && result.structuredContent) texts.push(JSON.stringify(result.structuredContent, undefined, 2))
  return {
    isError: result.isError,
    text: texts.join('\n\n'),
    images: parts.flatMap(({ image }) => (image ? [image] : [])),
    blobs: parts.flatMap(({ blob }) => (blob ? [blob] : [])),
  }
}

export function readResult({ contents }: ReadResult): McpResult {
  const parts = contents.map(({ uri, text, blob, mimeType = 'application/octet-stream' }) =>
    blob === undefined ? { text: text ?? '' } : mediaPart(mimeType, blob, uri),
  )
  return {
    isError: false,
    text: parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n\n'),
    images: parts.flatMap((part) => ('image' in part && part.image ? [part.image] : [])),
    blobs: parts.flatMap((part) => ('blob' in part && part.blob ? [part.blob] : [])),
  }
}

/** Longer than anybody reads before they send it. */
const MAX_PROMPT_LENGTH = 50_000

/** Its messages one after the other, without what nobody sees: it is there to be read. What is no text is named. */
export function promptText({ messages }: PromptResult): string {
  const parts = messages.map(({ role, content }) => {
    const { text, image, blob } = partOf(content)
    const words = plain(text ?? `[${image?.mediaType ?? blob?.mediaType ?? 'something'}, which is left out]`)
    return role === 'user' ? words : `[${plain(role)}]\n${words}`
  })
  const whole = parts.join('\n\n')
  return whole.length > MAX_PROMPT_LENGTH ? `${whole.slice(0, MAX_PROMPT_LENGTH)}\n[The rest is left out: it is too long.]` : whole
}

interface Part {
  readonly text?: string
  readonly image?: McpResult['images'][number]
  readonly blob?: McpResult['blobs'][number]
}

function partOf(content: z.infer<typeof block>): Part {
  const text = Text.safeParse(content)
  if (text.success) return { text: text.data.text }
  const media = Media.safeParse(content)
  if (media.success) return mediaPart(media.data.mimeType, media.data.data, media.data.type)
  const embedded = Embedded.safeParse(content)
  if (!embedded.success) return { text: JSON.stringify(content) }
  const { blob, ...resource } = embedded.data.resource
  const described = { text: JSON.stringify(resource, undefined, 2) }
  if (typeof blob !== 'string') return described
  const type = typeof resource['mimeType'] === 'string' ? resource['mimeType'] : 'application/octet-stream'
  return { ...described, ...mediaPart(type, blob, resource.uri) }
}

function mediaPart(mediaType: string, data: string, what: string): Part {
  if (!isBase64(data)) return { text: `[${what}: its bytes could not be read]` }
  return shown.test(mediaType) ? { image: { mediaType, data } } : { blob: { mediaType, data, what } }
}
