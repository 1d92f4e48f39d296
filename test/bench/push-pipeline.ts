import { Publisher } from '../../main/controller/publish'
import type { TaskJournal } from '../../main/task/journal-records'
import { MessageState } from '../../main/task/message-state'
import { type ExtensionState, type StateKey, initialExtensionState } from '../../shared/extension-state'
import { type Push, pushes } from '../../shared/ipc'
import type { ClineMessage } from '../../shared/messages'
import { type AppStore, applyPush, createAppStore, toExtensionState } from '../../renderer/store/app-store'

/** The whole way of a change: the task's rows, the publisher, JSON, the window's check, its store. */
export interface PushPipeline {
  readonly rows: MessageState
  readonly publisher: Publisher
  readonly store: AppStore
  /** Characters that went over the wire so far. */
  sentChars(): number
  setKey<Key extends StateKey>(key: Key, value: ExtensionState[Key]): void
  /** Sends what waits, as the frame's end would. */
  frame(): void
  /** What main holds, and what the window holds. */
  held(): ExtensionState
  drawn(): ExtensionState
  close(): void
}

const forgetful: TaskJournal = { append: () => {}, flush: () => Promise.resolve() }

export function openPipeline(history: readonly ClineMessage[]): PushPipeline {
  const store = createAppStore()
  let chars = 0
  let keys: Omit<ExtensionState, 'clineMessages'> = initialExtensionState
  const held = (): ExtensionState => ({ ...keys, clineMessages: rows.list() })
  const publisher = new Publisher({ send: deliver, snapshot: held, value: (key) => keys[key] })
  const rows = new MessageState(forgetful, (op) => publisher.postRow(op), history)
  publisher.postSnapshot()
  publisher.flush()

  function deliver(push: Push<'state'>): void {
    const wire = JSON.stringify(push)
    chars += wire.length
    applyPush(store, pushes.state.parse(JSON.parse(wire)).ops)
  }

  return {
    rows,
    publisher,
    store,
    sentChars: () => chars,
    setKey: (key, value) => {
      keys = { ...keys, [key]: value }
      publisher.postKey(key)
    },
    frame: () => {
      rows.flushAppends()
      publisher.flush()
    },
    held,
    drawn: () => toExtensionState(store.getState()),
    close: () => {
      rows.close()
      publisher.close()
    },
  }
}

/** A finished chat: every tenth row a command, every fifth a card, the rest prose of about 300 characters. */
export function historyOf(count: number): ClineMessage[] {
  const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(7)
  return Array.from({ length: count }, (_, index): ClineMessage => {
    const ts = index + 1
    if (index % 10 === 0)
      return { ts, type: 'ask', ask: 'command', data: { command: `npm test ${index}`, cwd: '/project', status: 'done', exitCode: 0 } }
    if (index % 5 === 0) return { ts, type: 'say', say: 'tool', data: { tool: 'readFile', path: `src/file-${index}.ts`, status: 'done' } }
    return { ts, type: 'say', say: 'text', text: prose }
  })
}
