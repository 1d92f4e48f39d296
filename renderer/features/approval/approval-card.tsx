import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { ClineAskMessage } from '../../../shared/messages'
import { emptyDraft } from '../../../shared/extension-state'
import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectOpenAsk, selectView } from '../../store/selectors'
import { useAnnounce } from '../../ui/announcer'
import { classNames } from '../../ui/class-names'
import { currentDraft, isEmptyDraft } from '../composer/drafts'
import { focusMessageBox } from '../composer/composer-focus'
import { useActing } from '../composer/use-acting'
import { useKeptFocus } from '../composer/use-kept-focus'
import { answerAsk } from './answer-ask'
import styles from './approval-card.module.css'
import { amendingOf } from './amending'
import { AskBody } from './ask-body'
import { buttonsFor } from './ask-buttons'
import { AskButtonRow } from './ask-button-row'
import { type AskWords, wordsFor } from './ask-words'
import { MarkedText } from './marked-text'
import { ScrolledBody } from './scrolled-body'
import { headFor } from './short-head'
import { useArming } from './use-arming'

/** What waits for the person now, docked above the composer. Draws nothing while nothing waits. */
export function ApprovalCard() {
  const ask = useApp(selectOpenAsk)
  const isSeen = useApp(selectView) === 'task'
  useArming(isSeen ? ask?.ts : undefined)
  if (!ask) return null
  // A new ask is a new card: nothing of the last one, not even a half-pressed button, may reach it.
  return <AskCard key={ask.ts} row={ask} />
}

/** What was said of the proposed command is not true of the one that is written in its place. */
const REWRITTEN: AskWords = {
  summary: 'Run the command as you change it',
  reason: 'What your command would do is worked out when you approve it. What is grave in it is shown before it runs.',
}

function isRewrittenIn(state: AppState, row: ClineAskMessage): boolean {
  const edited = amendingOf(state, row.ts)?.edited
  return row.ask === 'command' && edited !== undefined && edited !== row.data.command
}

const selectHasWords = (state: AppState) => !isEmptyDraft(currentDraft(state))
const selectAnswerableTs = (state: AppState) => state.ui.answerableTs

function AskCard({ row }: { readonly row: ClineAskMessage }) {
  const acting = useActing()
  const canAnswer = useApp(selectAnswerableTs) === row.ts
  const hasWords = useApp(selectHasWords)
  const words = wordsFor(row)
  const isRewritten = useApp((state) => isRewrittenIn(state, row))
  const head = isRewritten ? REWRITTEN : words
  // A completed task offers what can be done next, and waits for nobody.
  const isWaiting = row.ask !== 'completion_result' && row.ask !== 'resume_completed_task'
  const tone = isWaiting ? toneOf(row) : undefined
  const buttons = buttonsFor(row)
  const reasonId = useId()
  const card = useRef<HTMLElement>(null)
  useKeptFocus(card)
  useHearingFocus(card, canAnswer)
  useAnnouncement(row, isWaiting, words)
  return (
    <section
      ref={card}
      data-docked-card
      tabIndex={-1}
      data-tone={tone}
      className={classNames(styles.card, tone && styles[tone])}
      aria-label={isWaiting ? 'Waiting for you' : words.summary}
      aria-describedby={isWaiting ? reasonId : undefined}
    >
      <ScrolledBody>
        <div id={reasonId} className={styles.head}>
          <h2 className={styles.summary} title={head.summary}>
            <MarkedText text={headFor(row, head.summary)} />
          </h2>
          {head.reason && (
            <p className={styles.reason}>
              <MarkedText text={head.reason} />
            </p>
          )}
        </div>
        <AskBody
          row={row}
          canAnswer={canAnswer}
          onOption={(option) => void answerAsk(acting, row, 'words', { words: { ...emptyDraft, text: option } })}
        />
      </ScrolledBody>
      {buttons.primary && <AskButtonRow row={row} buttons={buttons} canAnswer={canAnswer} hasWords={hasWords && isWaiting} />}
    </section>
  )
}

/** A failure reads as one, though it waits as well. */
const toneOf = ({ ask }: ClineAskMessage): 'waiting' | 'failed' => (ask === 'api_req_failed' ? 'failed' : 'waiting')

/** A focused button that falls deaf would lose the focus to nothing. */
function useHearingFocus(card: RefObject<HTMLElement | null>, canAnswer: boolean): void {
  useLayoutEffect(() => {
    const { activeElement } = document
    if (canAnswer || !(activeElement instanceof HTMLButtonElement) || !activeElement.disabled) return
    if (card.current?.contains(activeElement)) focusMessageBox()
  }, [card, canAnswer])
}

/** Says at once that something waits, with the command or the file in its name. */
function useAnnouncement({ ts, ask }: ClineAskMessage, isWaiting: boolean, { summary, reason }: AskWords): void {
  const announce = useAnnounce()
  const said = useRef<number>(undefined)
  useEffect(() => {
    if (!isWaiting || said.current === ts) return
    said.current = ts
    announce(`Waiting for you: ${[summary, reason].filter(Boolean).join('. ')}`, ask === 'resume_task' ? 'polite' : 'assertive')
  }, [announce, ts, ask, isWaiting, summary, reason])
}
