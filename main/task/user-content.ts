import type { ImageBlock, TextBlock } from '../providers/conversation'
import { readSlashCommand } from '../prompts/slash-commands'
import type { FilesPort } from '../tools/task-config'

/** What a person sends: words, pictures as data URLs, files by absolute path. */
export interface UserWords {
  readonly text: string
  readonly images: readonly string[]
  readonly files: readonly string[]
}

export const noWords: UserWords = { text: '', images: [], files: [] }

/** Words with the tag by which the model can tell them from the rest. */
export interface TaggedWords extends UserWords {
  /** `hook_context` is no word of theirs: a hook of theirs said it, and tagged it itself. */
  readonly tag: 'task' | 'user_message' | 'feedback' | 'hook_context'
}

export type ContentBlock = TextBlock | ImageBlock

export const toTextBlocks = (texts: readonly string[]): ContentBlock[] => texts.map((words) => text(words))

const MAX_ATTACHED_BYTES = 400 * 1024

/** The blocks that stand for a person's words. */
export async function toBlocks(words: TaggedWords, files: FilesPort): Promise<ContentBlock[]> {
  const blocks: ContentBlock[] = []
  if (words.tag === 'hook_context') return toTextBlocks([words.text])
  const asked = readSlashCommand(words.text)
  const said = asked?.rest ?? words.text
  if (asked)
    blocks.push(text(`<explicit_instructions type="${asked.command.tool}">\n${asked.command.instruction}\n</explicit_instructions>`))
  if (said.trim() !== '') blocks.push(text(`<${words.tag}>\n${said}\n</${words.tag}>`))
  for (const image of words.images) blocks.push(toImage(image) ?? text('(A picture came along that could not be read.)'))
  for (const path of words.files) blocks.push(text(await attach(path, files)))
  return blocks
}

const text = (content: string): TextBlock => ({ type: 'text', text: content })

function toImage(dataUrl: string): ImageBlock | undefined {
  const match = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/=]+)$/.exec(dataUrl)
  return match?.[1] && match[2] ? { type: 'image', mediaType: match[1], data: match[2] } : undefined
}

async function attach(path: string, files: FilesPort): Promise<string> {
  const resolved = await files.resolve(path)
  const read = await files.readText(resolved, MAX_ATTACHED_BYTES)
  const content = read.ok ? read.value.text : `(not attached: ${read.error.message})`
  return `<file_content path="${resolved.display}">\n${content}\n</file_content>`
}
