import type { FilesPort } from '../tools/task-config'
import type { MessageQueue } from './message-queue'
import type { MessageState } from './message-state'
import { type ContentBlock, toBlocks } from './user-content'

/** Words that were typed while the model worked go along now, and become rows. */
export async function takeQueuedWords(queue: MessageQueue, rows: MessageState, files: FilesPort): Promise<ContentBlock[]> {
  const blocks: ContentBlock[] = []
  for (const message of queue.takeAll()) {
    rows.say({ say: 'user_feedback', text: message.text, images: message.images, files: message.files })
    blocks.push(...(await toBlocks(message, 'user_message', files)))
  }
  return blocks
}
