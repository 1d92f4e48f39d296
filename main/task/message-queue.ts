import { ulid } from 'ulid'
import type { QueuedMessage } from '../../shared/extension-state'
import type { TaskParams } from './task-environment'
import type { UserWords } from './user-content'

/** Words typed while the agent works. They stay editable until a request takes them along. */
export class MessageQueue {
  private messages: readonly QueuedMessage[]
  private readonly changed: (messages: readonly QueuedMessage[]) => void

  constructor(messages: readonly QueuedMessage[], changed: (messages: readonly QueuedMessage[]) => void) {
    this.messages = messages
    this.changed = changed
  }

  list(): readonly QueuedMessage[] {
    return this.messages
  }

  add(words: UserWords): string {
    const message = { id: ulid(), text: words.text, images: [...words.images], files: [...words.files] }
    this.set([...this.messages, message])
    return message.id
  }

  edit(id: string, text: string): boolean {
    if (!this.messages.some((message) => message.id === id)) return false
    this.set(this.messages.map((message) => (message.id === id ? { ...message, text } : message)))
    return true
  }

  remove(id: string): boolean {
    if (!this.messages.some((message) => message.id === id)) return false
    this.set(this.messages.filter((message) => message.id !== id))
    return true
  }

  takeAll(): readonly QueuedMessage[] {
    const taken = this.messages
    if (taken.length > 0) this.set([])
    return taken
  }

  private set(messages: readonly QueuedMessage[]): void {
    this.messages = messages
    this.changed(messages)
  }
}

/** The queue of a task: what changes in it goes into the journal and to whoever shows it. */
export function openQueue({ journal, tell }: Pick<TaskParams, 'journal' | 'tell'>, queued: readonly QueuedMessage[]): MessageQueue {
  return new MessageQueue(queued, (messages) => {
    journal.append({ k: 'queue', messages: messages.map((message) => ({ ...message })) })
    tell({ type: 'queue', messages })
  })
}
