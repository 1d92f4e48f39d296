import { useState } from 'react'
import { counted } from '../../../shared/amounts'
import type { TaskChange } from '../../../shared/task-changes'
import { FoldingCard } from '../../cards/card-frame'
import { DiffView } from '../../cards/diff-view'
import { PathText } from '../../cards/edit-card'
import { useApp, useAppStore } from '../../store/app-context'
import { type AppState, setUi } from '../../store/app-store'
import type { UndoTarget } from '../../store/ui-state'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Spinner } from '../../ui/spinner'
import { effectWords, undoneByAll } from './change-words'
import styles from './changes.module.css'
import { useChanges } from './use-changes'
import { type PlannedUndo, type Undo, useUndo } from './use-undo'

const selectTarget = (state: AppState) => state.ui.undoTarget

/** Says what undoing would do to which file, and does it. What would cost the person a change of their own takes a second, red step. */
export function UndoDialog() {
  const target = useApp(selectTarget)
  // Each time it opens it works out anew how the files stand.
  return target === undefined ? null : <OpenUndoDialog target={target} />
}

function OpenUndoDialog({ target }: { readonly target: UndoTarget }) {
  const store = useAppStore()
  const loaded = useChanges()
  const close = () => setUi(store, { undoTarget: undefined })
  const chosen = useFirstList(loaded.kind === 'ready' ? loaded.changes : undefined, target)
  const undo = useUndo(chosen, close)
  const isRedo = chosen?.some(({ state }) => state === 'reverted') ?? false
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="wide"
      title={titleOf(chosen, isRedo)}
      footer={<Answers undo={undo} isRedo={isRedo} onClose={close} />}
    >
      {loaded.kind === 'failed' ? <p className={styles.failure}>{loaded.message}</p> : <Plans plans={undo.plans} />}
    </Dialog>
  )
}

/** The changes that it is about, as they stood when it opened: while it works, the list becomes another. */
function useFirstList(changes: readonly TaskChange[] | undefined, target: UndoTarget): readonly TaskChange[] | undefined {
  const [first, setFirst] = useState<readonly TaskChange[]>()
  if (first === undefined && changes !== undefined) setFirst(targetsOf(changes, target))
  return first
}

const targetsOf = (changes: readonly TaskChange[], target: UndoTarget): readonly TaskChange[] =>
  target === 'all' ? undoneByAll(changes) : changes.filter(({ id }) => target.includes(id))

function titleOf(changes: readonly TaskChange[] | undefined, isRedo: boolean): string {
  const verb = isRedo ? 'Make again' : 'Undo'
  const [only, ...others] = changes ?? []
  if (!only) return `${verb} changes`
  return others.length === 0 ? `${verb} the change of ${only.path}` : `${verb} ${counted(others.length + 1, 'change')}`
}

function Plans({ plans }: { readonly plans: readonly PlannedUndo[] | undefined }) {
  if (!plans) {
    return (
      <p className={styles.note}>
        <Spinner /> Working out what would happen
      </p>
    )
  }
  if (plans.length === 0) return <p className={styles.note}>Nothing is left that could be undone.</p>
  return (
    <ul className={styles.list}>
      {plans.map((plan) => (
        <li key={plan.change.id}>
          <Plan plan={plan} isOnly={plans.length === 1} />
        </li>
      ))}
    </ul>
  )
}

function Plan({ plan: { change, preview }, isOnly }: { readonly plan: PlannedUndo; readonly isOnly: boolean }) {
  const { kind, diff, message } = preview
  return (
    <FoldingCard
      id={`undo:${change.id}`}
      opensByDefault={isOnly || kind === 'conflict'}
      title={<PathText path={change.path} />}
      meta={kind === 'ready' ? <span>{effectWords(change)}</span> : <Badge tone="danger">{obstacles[kind]}</Badge>}
    >
      {message !== undefined && <p className={kind === 'conflict' ? styles.failure : styles.note}>{message}</p>}
      {diff !== '' && <DiffView id={`undo:${change.id}`} diff={diff} path={change.path} />}
    </FoldingCard>
  )
}

const obstacles = { conflict: 'Changed since', impossible: 'Cannot be undone' } as const

interface AnswersProps {
  readonly undo: Undo
  readonly isRedo: boolean
  readonly onClose: () => void
}

/** First what costs nobody anything; only when that is done, what gives up changes that somebody made since. */
function Answers({ undo: { plans = [], isWorking, act }, isRedo, onClose }: AnswersProps) {
  const ready = plans.filter(({ preview }) => preview.kind === 'ready')
  const conflicts = plans.filter(({ preview }) => preview.kind === 'conflict')
  const verb = isRedo ? 'Make again' : 'Undo'
  return (
    <>
      <Button onClick={onClose}>{ready.length + conflicts.length > 0 ? 'Leave as it is' : 'Close'}</Button>
      {ready.length > 0 && (
        <Button variant="primary" disabled={isWorking} onClick={() => void act(ready, false)}>
          {ready.length === 1 ? verb : `${verb} ${counted(ready.length, 'change')}`}
        </Button>
      )}
      {ready.length === 0 && conflicts.length > 0 && (
        <Button variant="danger" disabled={isWorking} onClick={() => void act(conflicts, true)}>
          {`${verb} and give up my ${conflicts.length === 1 ? 'change' : 'changes'}`}
        </Button>
      )}
    </>
  )
}
