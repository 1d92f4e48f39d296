import type { ClineApiReqInfo, HeardAnswer } from '../../shared/messages'
import type { Mode } from '../../shared/settings'
import type { TaskChanges } from '../changes/task-changes'
import { readSlashCommand } from '../prompts/slash-commands'
import type { NewAsk } from '../tools/task-config'
import { AskDesk, type OpenedAsk } from './ask-desk'
import { FocusChain, intervalOf } from './focus-chain'
import type { TaskEvent } from './machine'
import { type MessageQueue, openQueue } from './message-queue'
import { MessageState } from './message-state'
import { ModelAccess } from './model-access'
import { PendingWords } from './pending-words'
import type { ReplayedTask } from './replay'
import { saveIfPossible } from './storage-trouble'
import type { TaskNews, TaskParams } from './task-environment'
import { TaskHooks } from './task-hooks'
import { ToolDesk } from './tool-desk'
import { Transcript } from './transcript'

/** What a task works with, each part made once. */
export interface TaskParts {
  readonly rows: MessageState
  readonly queue: MessageQueue
  readonly transcript: Transcript
  readonly words: PendingWords
  readonly asks: AskDesk
  readonly focus: FocusChain
  readonly model: ModelAccess
  readonly changes: TaskChanges
  readonly hooks: TaskHooks
  readonly desk: ToolDesk
}

/** What the parts need of the task that they belong to. */
export interface TaskOwner {
  readonly mode: () => Mode
  readonly signal: () => AbortSignal
  readonly cancel: () => void
  readonly step: (event: TaskEvent) => void
  readonly usedBySubagent: (request: ClineApiReqInfo) => void
  /** Resolves once everything so far is on the disk. */
  readonly saved: () => Promise<void>
  /** A request was made of the model. */
  readonly used: (request: ClineApiReqInfo) => void
}

export function createTaskParts(params: TaskParams, replayed: ReplayedTask, owner: TaskOwner): TaskParts {
  const { journal, services, settings } = params
  const { saved, signal, step } = owner
  params.taint.restore(replayed.taint)
  params.fetched.restore(replayed.fetched)
  const rows = new MessageState(journal, (op) => params.tell({ type: 'row', op }), replayed.rows)
  const words = new PendingWords({ journal, rows, files: services.files }, replayed.words)
  const model = new ModelAccess(params)
  const transcript = new Transcript(journal, replayed)
  const conversation = (): ReturnType<Transcript['list']> => transcript.list()
  const ofTask = { taskId: params.taskId, runner: params.hooks, conversation }
  const hooks = new TaskHooks({ ...ofTask, rows, words, signal, modelName: () => model.name(), cancelTask: owner.cancel })
  const queue = openQueue(params, replayed.queue)
  const tell = (news: TaskNews): void => {
    params.tell(news)
    if (news.type === 'ask') hooks.asked(rows.get(news.ts))
  }
  const asks = new AskDesk({ rows, queue, saved, signal, step, tell, save: () => void saveIfPossible(journal) })
  const noted = { record: journal.append.bind(journal), changed: () => params.tell({ type: 'changes' }) }
  const changes = params.noteChanges(noted, replayed.changes)
  const desk = new ToolDesk({
    params,
    changes,
    rows,
    model,
    hooks,
    saved,
    signal,
    step,
    mode: owner.mode,
    used: owner.used,
    openAsk: (row, existingTs) => openAsk({ asks, hooks, words }, row, existingTs),
    completing: (result, command) => hooks.taskComplete(result, command),
    feedback: (answer) => words.addAnswer(answer),
    askForSubagent: (row, given) => asks.openFor(row, given),
    usedBySubagent: owner.usedBySubagent,
  })
  const focus = new FocusChain(rows, () => intervalOf(settings().focusChainSettings))
  return { rows, queue, transcript, words, asks, focus, model, changes, hooks, desk }
}

interface AskParts {
  readonly asks: AskDesk
  readonly hooks: TaskHooks
  readonly words: PendingWords
}

/** For a tool. A command in the answer goes along beside its result. What a person says of a result is a prompt like the first one. */
function openAsk({ asks, hooks, words }: AskParts, row: NewAsk, existingTs?: number): OpenedAsk {
  const { ts, answer } = asks.open(row, existingTs)
  const heard = async (): Promise<HeardAnswer> => {
    const given = await answer
    const { text: said = '' } = given
    const asked = readSlashCommand(said)
    if (asked) words.addCommand(asked.name)
    if (row.ask === 'completion_result' && given.response === 'messageResponse') await hooks.promptSubmitted(said)
    return asked ? { ...given, text: asked.rest, said } : given
  }
  return { ts, answer: heard() }
}
