import type { FileHistory, Step, UndoRecord } from './change-history'
import { whyKept } from './change-history'
import { hashOf, type ImageStore } from './image-store'
import { mergeTexts } from './merge-texts'

/** A file as it stands: null when there is none, `unreadable` when it is no ordinary file or may not be read. */
export type Present = Buffer | null | 'unreadable'

/** What undo needs of the disk. Each write makes sure that the file still holds what was read. */
export interface FileSpace {
  read(real: string): Promise<Present>
  /** Puts `bytes` in place, or takes the file away (null), if its content is still the one of `expected`. Else the sentence says why not. */
  replace(
    real: string,
    bytes: Buffer | null,
    expected: string | null,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>
}

/** What taking a change back, or making it again, would do to its file. */
export type UndoPlan =
  | {
      readonly kind: 'ready'
      readonly present: Buffer | null
      readonly result: Buffer | null
      /** True when somebody changed the file since: their change stays. */
      readonly merges: boolean
    }
  /** Somebody changed the same lines since. `result` is what stands there if their change is given up. */
  | { readonly kind: 'conflict'; readonly message: string; readonly present: Buffer | null; readonly result: Buffer | null }
  | { readonly kind: 'impossible'; readonly message: string }

/** Works out one change's undo, or redo when it is undone. Reads only. */
export async function planUndo(history: FileHistory, images: ImageStore, files: FileSpace): Promise<UndoPlan> {
  const why = whyKept(history)
  if (why !== undefined) return impossible(why)
  const present = await files.read(history.real)
  if (present === 'unreadable') return impossible(`${history.path} is no ordinary file now, or may not be read.`)
  const steps = history.undone ? [{ before: history.undone.from, after: history.undone.to }] : [...history.steps].reverse()
  let content: Buffer | null = present
  let merges = false
  for (const step of steps) {
    const back = await stepBack(content, step, images)
    if (back.kind === 'unkept') return impossible(`What ${history.path} held before was not kept.`)
    if (back.kind === 'conflict') return conflict(history, { present, images, lines: back.lines })
    merges ||= back.merged
    content = back.content
  }
  return { kind: 'ready', present, result: content, merges }
}

/** Carries a plan out. The record belongs into the journal. */
export async function carryOut(
  history: FileHistory,
  plan: Extract<UndoPlan, { kind: 'ready' | 'conflict' }>,
  { images, files }: { readonly images: ImageStore; readonly files: FileSpace },
): Promise<{ readonly ok: true; readonly record: UndoRecord } | { readonly ok: false; readonly message: string }> {
  // Kept first, so that nothing that stood there is ever lost: undoing can itself be undone.
  const from = plan.present && (await images.put(plan.present))
  const to = plan.result && (await images.put(plan.result))
  const replaced = from === to ? { ok: true as const } : await files.replace(history.real, plan.result, from)
  if (!replaced.ok) return replaced
  return { ok: true, record: { k: 'undo', id: history.id, undone: history.undone === undefined, from, to } }
}

type Back =
  | { readonly kind: 'done'; readonly content: Buffer | null; readonly merged: boolean }
  | { readonly kind: 'conflict'; readonly lines: readonly number[] }
  | { readonly kind: 'unkept' }

/** From what stands there to what stood there before the step; what others did since stays. */
async function stepBack(content: Buffer | null, step: Step, images: ImageStore): Promise<Back> {
  const before = step.before === null ? null : await images.get(step.before)
  if (before === undefined) return { kind: 'unkept' }
  const now = content && hashOf(content)
  if (now === step.after) return { kind: 'done', content: before, merged: false }
  if (now === step.before) return { kind: 'done', content, merged: false }
  if (content === null || before === null || step.after === null) return { kind: 'conflict', lines: [] }
  const after = await images.get(step.after)
  if (after === undefined) return { kind: 'unkept' }
  const merge = mergeTexts(content, after, before)
  return merge.kind === 'merged' ? { kind: 'done', content: merge.bytes, merged: true } : merge
}

const impossible = (message: string): UndoPlan => ({ kind: 'impossible', message })

async function conflict(
  history: FileHistory,
  { present, images, lines }: { readonly present: Buffer | null; readonly images: ImageStore; readonly lines: readonly number[] },
): Promise<UndoPlan> {
  const first = history.undone ? history.undone.from : (history.steps[0]?.before ?? null)
  const result = first === null ? null : await images.get(first)
  if (result === undefined) return impossible(`What ${history.path} held before was not kept.`)
  return { kind: 'conflict', present, result, message: describeConflict(history, present, lines) }
}

function describeConflict({ path, undone }: FileHistory, present: Buffer | null, lines: readonly number[]): string {
  const doing = undone ? 'making it again' : 'undoing it'
  if (present === null) return `${path} was deleted since: ${doing} would bring it back as it was.`
  const where = lines.length === 0 ? '' : `, at ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`
  return `${path} was changed since in the same place${where}: ${doing} would give those changes up.`
}
