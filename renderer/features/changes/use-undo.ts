import { useEffect, useState } from 'react'
import type { TaskChange, UndoOutcome, UndoPreview } from '../../../shared/task-changes'
import { useActions, useApp, useBridge } from '../../store/app-context'
import { selectCurrentSessionId } from '../../store/selectors'
import { outcomeWords } from './change-words'

/** One change with what undoing it would do. */
export interface PlannedUndo {
  readonly change: TaskChange
  readonly preview: UndoPreview
}

export interface Undo {
  /** `undefined` while they are being worked out. */
  readonly plans: readonly PlannedUndo[] | undefined
  readonly isWorking: boolean
  /** Undoes these. What conflicts stays in `plans`, to be decided; when nothing does, `onDone` is called. */
  readonly act: (plans: readonly PlannedUndo[], overwrite: boolean) => Promise<void>
}

/** Works out what undoing these changes would do, and does it. */
export function useUndo(changes: readonly TaskChange[] | undefined, onDone: () => void): Undo {
  const bridge = useBridge()
  const actions = useActions()
  const sessionId = useApp(selectCurrentSessionId)
  const [plans, setPlans] = useState<readonly PlannedUndo[]>()
  const [isWorking, setWorking] = useState(false)
  useEffect(() => {
    if (sessionId === undefined || !changes) return undefined
    let isCurrent = true
    const plan = async (change: TaskChange): Promise<PlannedUndo> => {
      const answer = await bridge.call('changes.preview', { sessionId, id: change.id })
      return { change, preview: answer.ok ? answer.value : { kind: 'impossible', diff: '', message: answer.error.message } }
    }
    void Promise.all(changes.map(plan)).then((planned) => isCurrent && setPlans(planned))
    return () => {
      isCurrent = false
    }
  }, [bridge, sessionId, changes])
  const act: Undo['act'] = async (chosen, overwrite) => {
    setWorking(true)
    const isRedo = chosen.some(({ change }) => change.state === 'reverted')
    const outcomes = await actions.toggleChanges(
      chosen.map(({ change }) => change.id),
      overwrite,
    )
    setWorking(false)
    if (!outcomes) return
    tell(actions, outcomes, isRedo)
    const left = stillOpen(plans ?? [], chosen, outcomes)
    if (left.length > 0) setPlans(left)
    else onDone()
  }
  return { plans, isWorking, act }
}

function tell(actions: ReturnType<typeof useActions>, outcomes: readonly UndoOutcome[], isRedo: boolean): void {
  const words = outcomeWords(outcomes, isRedo)
  if (words) actions.toast('info', words)
  for (const { kind, path, message } of outcomes) {
    if (kind === 'failed') actions.toast('error', message ?? `The change of ${path} could not be undone.`)
  }
}

/** The plans that a person has still to decide about: those that were not acted on, and those that turned out to conflict. */
function stillOpen(
  plans: readonly PlannedUndo[],
  chosen: readonly PlannedUndo[],
  outcomes: readonly UndoOutcome[],
): readonly PlannedUndo[] {
  return plans.flatMap((plan): readonly PlannedUndo[] => {
    if (!chosen.includes(plan)) return plan.preview.kind === 'conflict' ? [plan] : []
    const outcome = outcomes.find(({ id }) => id === plan.change.id)
    if (outcome?.kind !== 'conflict') return []
    const { message } = outcome
    return [{ change: plan.change, preview: { ...plan.preview, kind: 'conflict', ...(message === undefined ? {} : { message }) } }]
  })
}
