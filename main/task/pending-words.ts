import type { HeardAnswer } from '../../shared/messages'
import type { ClineDefaultTool } from '../../shared/tools'
import { readSlashCommand } from '../prompts/slash-commands'
import type { FilesPort } from '../tools/task-config'
import type { TaskJournal } from './journal-records'
import type { MessageQueue } from './message-queue'
import type { MessageState } from './message-state'
import type { UnheardAnswer } from './unheard-answers'
import { type ContentBlock, type TaggedWords, toBlocks, type UserWords } from './user-content'

/** What these words belong to. */
export interface PendingWordsParts {
  readonly journal: TaskJournal
  readonly rows: MessageState
  readonly files: FilesPort
}

/** What the person said and no request has carried yet. Written down at once, so that neither Cancel nor a crash keeps it from the model. */
export class PendingWords {
  private readonly parts: PendingWordsParts
  private words: readonly TaggedWords[]

  constructor(parts: PendingWordsParts, words: readonly TaggedWords[] = []) {
    this.parts = parts
    this.words = words
  }

  get isEmpty(): boolean {
    return this.words.length === 0
  }

  /** The words that began the task: their row is there already. */
  addTask(words: UserWords): void {
    this.add('task', words)
  }

  /** Words that came with an answer, and become a row. Nothing when there are none. */
  addAnswer({ text = '', said = text, images = [], files = [] }: HeardAnswer): void {
    if (said.trim() === '' && images.length === 0 && files.length === 0) return
    this.parts.rows.say({
      say: 'user_feedback',
      text: said,
      ...(images.length > 0 ? { images } : {}),
      ...(files.length > 0 ? { files } : {}),
    })
    if (text.trim() !== '' || images.length + files.length > 0) this.add('feedback', { text, images, files })
  }

  /** What a hook has to say to the model, with its tag. */
  addContext(text: string): void {
    this.add('hook_context', { text, images: [], files: [] })
  }

  /** Words of an answer after which the program was gone. Their row may be there already. */
  addUnheard({ ts, words }: UnheardAnswer): void {
    const isShown = this.parts.rows
      .list()
      .some((row) => row.ts > ts && row.type === 'say' && row.say === 'user_feedback' && row.text === words.text)
    if (isShown) this.add('feedback', words)
    else this.addAnswer({ response: 'messageResponse', ...copied(words) })
  }

  /** Words that were typed while the model worked go along now, and become rows. They leave the queue last: better there twice than nowhere. */
  takeQueued(queue: MessageQueue): void {
    for (const { text, images, files } of queue.list()) {
      this.parts.rows.say({ say: 'user_feedback', text, images, files })
      this.add('user_message', { text, images, files })
    }
    queue.takeAll()
  }

  /** A command that stood in words which reach the model in another way. */
  addCommand(name: string): void {
    this.add('user_message', { text: `/${name}`, images: [], files: [] })
  }

  /** Tools that the person's words ask for by a command; undefined when none of what waits is theirs. */
  get askedTools(): ReadonlySet<ClineDefaultTool> | undefined {
    const said = this.words.filter(({ tag }) => tag !== 'hook_context')
    if (said.length === 0) return undefined
    return new Set(said.flatMap(({ text }) => readSlashCommand(text)?.command.tool ?? []))
  }

  /** Everything that waits, as blocks. It goes on waiting until it was `sent`. */
  async toBlocks(): Promise<ContentBlock[]> {
    const blocks: ContentBlock[] = []
    for (const words of this.words) blocks.push(...(await toBlocks(words, this.parts.files)))
    return blocks
  }

  /** What waited is in a user turn now. Answers with how many words that were. */
  sent(): number {
    const count = this.words.length
    this.words = []
    return count
  }

  private add(tag: TaggedWords['tag'], { text, images, files }: UserWords): void {
    const words: TaggedWords = { tag, ...copied({ text, images, files }) }
    this.words = [...this.words, words]
    this.parts.journal.append({ k: 'words', ...words })
  }
}

const copied = ({ text, images, files }: UserWords) => ({ text, images: [...images], files: [...files] })
