import { type ReactNode, useRef } from 'react'
import { counted } from '../../../shared/amounts'
import type { ClineAskMessage } from '../../../shared/messages'
import type { RuleChoice } from '../../../shared/rules'
import { useApp, useAppStore } from '../../store/app-context'
import { Button } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { ariaKey } from '../../ui/platform-keys'
import { useActing } from '../composer/use-acting'
import { actionKey } from '../palette/action-keys'
import { diffHunks, filesOfCall } from '../../cards/diff-hunks'
import { amendingOf, editableText, isApprovable, toggleEditing } from './amending'
import { pressAskButton } from './answer-ask'
import styles from './approval-card.module.css'
import type { AskAction, AskButton, AskButtons } from './ask-buttons'
import { McpAlways } from './mcp-always'
import { RuleMenu } from './rule-menu'

interface AskButtonRowProps {
  readonly row: ClineAskMessage
  readonly buttons: AskButtons
  readonly canAnswer: boolean
  /** Words stand in the composer: they would go along. */
  readonly hasWords: boolean
}

/** The two answers, and beside them what can be made of the call first. Disabled until they may act, and deaf to a press that began before that. */
export function AskButtonRow({ row, buttons, canAnswer, hasWords }: AskButtonRowProps) {
  const { primary, secondary } = buttons
  const acting = useActing()
  const amending = useApp((state) => amendingOf(state, row.ts))
  const leftOut = amending?.edited === undefined ? (amending?.leftOut.length ?? 0) : 0
  const onPress = (action: AskAction) => void pressAskButton(acting, row, action)
  const shared = { showKey: !hasWords, onPress }
  return (
    <div className={styles.answers}>
      {primary && (
        <AnswerButton
          button={primary}
          variant="primary"
          canAnswer={canAnswer && isApprovable(row, amending)}
          without={leftOut > 0 ? `without ${counted(leftOut, 'change')}` : undefined}
          {...shared}
        />
      )}
      {secondary && <AnswerButton button={secondary} variant="secondary" canAnswer={canAnswer} {...shared} />}
      <EditButton row={row} />
      <RulesOffered row={row} canAnswer={canAnswer} />
      {leftOut > 0 && <Note>{leftOutWords(row, leftOut)}</Note>}
      {hasWords && <WordsNote buttons={buttons} />}
    </div>
  )
}

const Note = ({ children }: { readonly children: ReactNode }) => <p className={styles.note}>{children}</p>

function leftOutWords(row: ClineAskMessage, leftOut: number): string {
  const files = row.ask === 'tool' ? filesOfCall(row.data) : []
  const all = files.reduce((count, { diff }) => count + diffHunks(diff).length, 0)
  return leftOut === all
    ? 'Every change is left out: nothing is written, and the agent is told why.'
    : `${leftOut} of ${all} changes left out. The agent is told which.`
}

function EditButton({ row }: { readonly row: ClineAskMessage }) {
  const store = useAppStore()
  const isEditing = useApp((state) => amendingOf(state, row.ts)?.edited !== undefined)
  if (row.ask !== 'command' && editableText(row) === undefined) return null
  return (
    <Button aria-keyshortcuts={ariaKey(actionKey('ask.edit'))} onClick={() => toggleEditing(store, row)}>
      {isEditing ? 'Undo edit' : 'Edit'}
    </Button>
  )
}

/** The rules that can be made here. None for a call that was edited: they were worked out for what was proposed. */
function RulesOffered({ row, canAnswer }: { readonly row: ClineAskMessage; readonly canAnswer: boolean }) {
  const acting = useActing()
  const isEdited = useApp((state) => amendingOf(state, row.ts)?.edited !== undefined)
  const offers = row.approval?.offers ?? []
  if (row.ask === 'use_mcp_server') return <McpAlways row={row} canAnswer={canAnswer} />
  if (isEdited || offers.length === 0) return null
  const choose = (rule: RuleChoice) => {
    // The menu may have opened before the window was left: what counts is now.
    if (acting.store.getState().ui.answerableTs === row.ts) void pressAskButton(acting, row, 'approve', { rule })
  }
  const approve = () => void pressAskButton(acting, row, 'approve')
  return <RuleMenu ts={row.ts} offers={offers} canAnswer={canAnswer} onChoose={choose} onApprove={approve} />
}

/** Where the words in the composer go, said before either way is taken. */
function WordsNote({ buttons: { primary, secondary } }: { readonly buttons: AskButtons }) {
  if (!primary || primary.action === 'retry' || primary.action === 'new_task') return null
  const along = `${primary.label} takes your words along.`
  return <Note>{secondary?.action === 'reject' ? `${along} Enter rejects with them.` : along}</Note>
}

interface AnswerButtonProps {
  readonly button: AskButton
  readonly variant: 'primary' | 'secondary'
  readonly canAnswer: boolean
  readonly showKey: boolean
  /** What of the call does not go along, for the button's name. */
  readonly without?: string | undefined
  readonly onPress: (action: AskAction) => void
}

function AnswerButton({ button, variant, canAnswer, showKey, without, onPress }: AnswerButtonProps) {
  const pressedInTime = useRef(false)
  const key = keyOf(button.action)
  return (
    <span className={styles.answer}>
      <Button
        variant={variant}
        disabled={!canAnswer}
        aria-label={without && `${button.label} ${without}`}
        aria-keyshortcuts={key && ariaKey(key)}
        onPointerDown={() => {
          pressedInTime.current = canAnswer
        }}
        onClick={(event) => {
          // A click by key has no press before it; one by pointer counts only if it also began here, in time.
          const isByKey = event.detail === 0
          if (!isByKey && !pressedInTime.current) return
          pressedInTime.current = false
          onPress(button.action)
        }}
      >
        {button.label}
      </Button>
      {showKey && key && (
        <span className={styles.key} aria-hidden>
          <Kbd keys={key} />
        </span>
      )}
    </span>
  )
}

function keyOf(action: AskAction): string | undefined {
  if (action === 'approve' || action === 'retry') return actionKey('ask.approve')
  return action === 'reject' ? actionKey('ask.reject') : undefined
}
