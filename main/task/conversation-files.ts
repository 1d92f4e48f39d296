import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AssistantBlock, ConversationTurn, UserBlock } from '../providers/conversation'
import { systemCode } from '../storage/storage-error'

/** Absolute; empty where there is no such file. */
export interface ConversationFiles {
  readonly contextJsonPath: string
  readonly contextRawPath: string
}

const noFiles: ConversationFiles = { contextJsonPath: '', contextRawPath: '' }

/** Has a conversation in two files, for the person alone to read, while `work` goes on: as the messages of a request, and as a text. */
export async function withConversationFiles<Value>(
  conversation: readonly ConversationTurn[],
  work: (files: ConversationFiles) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'conversation-'))
  try {
    return await work(await writeFiles(folder, conversation))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the disk refuses keeps no hook from running. */
async function writeFiles(folder: string, conversation: readonly ConversationTurn[]): Promise<ConversationFiles> {
  const path = join(folder, `conversation_history_${Date.now()}`)
  const files = { contextJsonPath: `${path}.json`, contextRawPath: `${path}.txt` }
  const messages = conversation.map(({ role, content }) => ({ role, content: content.map(toMessageBlock) }))
  const text = conversation.map(({ role, content }) => `${role.toUpperCase()}:\n${content.map(toText).join('\n')}\n`).join('\n')
  try {
    await writeFile(files.contextJsonPath, JSON.stringify(messages, undefined, 2), { mode: 0o600 })
    await writeFile(files.contextRawPath, text, { mode: 0o600 })
    return files
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return noFiles
  }
}

type Block = UserBlock | AssistantBlock

/** In the shape of the source, which is that of Anthropic's API. */
function toMessageBlock(block: Block): Readonly<Record<string, unknown>> {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: block.mediaType, data: block.data } }
    case 'tool_result':
      return { type: 'tool_result', tool_use_id: block.callId, content: block.content.map(toMessageBlock), is_error: block.isError }
    case 'reasoning':
      return { type: 'thinking', thinking: block.text }
    case 'tool_call':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input ?? {} }
  }
}

function toText(block: Block): string {
  switch (block.type) {
    case 'text':
    case 'reasoning':
      return block.text
    case 'image':
      return `[${block.mediaType}]`
    case 'tool_result':
      return `[result of ${block.callId}]\n${block.content.map(toText).join('\n')}`
    case 'tool_call':
      return `[${block.name} ${block.id}] ${JSON.stringify(block.input ?? {})}`
  }
}
