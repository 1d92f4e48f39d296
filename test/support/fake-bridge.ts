import { type ExtensionState, type StateOp, initialExtensionState } from '../../shared/extension-state'
import type { Bridge, CallInput, CallName, CallOutput, IpcError, Push, PushName } from '../../shared/ipc'
import { type Result, ok } from '../../shared/result'

export type Answer<Name extends CallName> = (
  input: CallInput<Name>,
) => Result<CallOutput<Name>, IpcError> | Promise<Result<CallOutput<Name>, IpcError>>

/** The main process as the window sees it, in a test's hands: it notes what is asked and pushes what it is told. */
export interface FakeBridge extends Bridge {
  readonly calls: { readonly name: CallName; readonly input: unknown }[]
  /** The inputs of the calls of one name, oldest first. */
  inputsOf<Name extends CallName>(name: Name): CallInput<Name>[]
  /** From now on calls of this name are answered so. */
  answerWith<Name extends CallName>(name: Name, answer: Answer<Name>): void
  push<Name extends PushName>(name: Name, payload: Push<Name>): void
  /** Pushes changes under the next number. */
  pushOps(...ops: StateOp[]): void
  /** Pushes a whole state: the initial one with these keys changed. It is also what `state.request` brings from now on. */
  pushState(change: Partial<ExtensionState>): void
}

export function fakeBridge(first?: Partial<ExtensionState>): FakeBridge {
  const calls: { name: CallName; input: unknown }[] = []
  const answers = new Map<CallName, (input: never) => unknown>()
  const listeners = new Map<PushName, Set<(payload: never) => void>>()
  let whole: ExtensionState | undefined = first && { ...initialExtensionState, ...first }
  let seq = 0

  const push = (name: PushName, payload: unknown) => {
    // Listeners stand under the name that they were given with.
    for (const listener of listeners.get(name) ?? []) listener(payload as never)
  }
  const pushOps = (...ops: StateOp[]) => push('state', { seq: ++seq, ops })
  const answerOf = (name: CallName, input: unknown): unknown => {
    const answer = answers.get(name)
    // The answer was registered for this name, so it takes this input.
    if (answer) return answer(input as never)
    if (name === 'state.request' && whole) pushOps({ op: 'snapshot', state: whole })
    return ok(defaultAnswers[name] ?? null)
  }

  return {
    calls,
    // Noted under this name when the window called it.
    inputsOf: (name) => calls.filter((call) => call.name === name).map((call) => call.input as CallInput<typeof name>),
    answerWith: (name, answer) => void answers.set(name, answer),
    push,
    pushOps,
    pushState(change) {
      whole = { ...initialExtensionState, ...change }
      pushOps({ op: 'snapshot', state: whole })
    },
    async invoke(name, input) {
      calls.push({ name, input })
      // The table and the registered answers are typed by the name.
      return (await answerOf(name, input)) as Result<CallOutput<typeof name>, IpcError>
    },
    on(name, listener) {
      const known = listeners.get(name) ?? new Set()
      listeners.set(name, known.add(listener))
      return () => void known.delete(listener)
    },
  }
}

const defaultAnswers: { readonly [Name in CallName]?: CallOutput<Name> } = {
  'secret.set': { outcome: 'saved', backend: 'file' },
  'provider.check': { works: true, message: 'The key works.', models: [] },
  'servers.find': [],
  'folder.pick': { path: null },
  'folder.check': { usable: true, path: '/home/mira/projects/orders', message: '' },
  'session.new': { sessionId: 'session-new' },
  'task.start': { taskId: '01JTASK' },
  'task.open': { sessionId: 'session-opened' },
  'demo.start': { sessionId: 'session-demo' },
  'ask.answer': { accepted: true },
  'message.queue': { id: 'queued-1' },
  'message.edit': { accepted: true },
  'message.unqueue': { accepted: true },
  'mode.set': { consumed: false },
  'attachment.save': { path: '/tmp/attachment.txt' },
  'command.detach': { accepted: true },
  'hooks.list': [],
  'skills.list': [],
  'agents.list': { folder: '/home/mira/.config/countersign/agents', agents: [] },
  'mcp.open': { settingsPath: '/home/mira/.config/countersign/cline_mcp_settings.json' },
  'changes.list': [],
  'changes.diff': { diff: '' },
  'changes.preview': { kind: 'ready', diff: '' },
  'changes.toggle': [],
  'rule.revoke': { accepted: true },
  'job.stop': { accepted: true },
  'terminal.input': { accepted: true },
  'environment.read': { shell: '/bin/bash', entries: [], added: [], removed: [] },
  'browser.picture': { image: null },
  'browser.check': { works: true, message: 'Pages are opened in /usr/bin/chromium.' },
  'terminal.open': { data: '', offset: 0, cols: 80, rows: 24 },
}
