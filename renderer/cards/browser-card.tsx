import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { BrowserStep } from '../../shared/browser'
import type { CallRow, ClineMessage } from '../../shared/messages'
import { useApp } from '../store/app-context'
import type { AppState } from '../store/app-store'
import { IconButton } from '../ui/icon-button'
import { browserWords } from '../words/call-words'
import styles from './browser-card.module.css'
import { BrowserPage, hasPage } from './browser-page'
import { CardFrame, FoldingCard } from './card-frame'
import { Outcome } from './outcome'
import toolStyles from './tool-card.module.css'
import { ToolStatusMark } from './tool-status'
import { VisibleText } from './visible-text'

export type BrowserRow = Extract<CallRow, { data: BrowserStep }>

/** Rows of one run of the browser, as far as they are there. */
export function useSteps(rows: readonly number[]): readonly BrowserRow[] {
  const select = useMemo(
    () => (state: AppState) =>
      rows.flatMap((ts) => {
        const row = state.rows.byTs.get(ts)
        return row && isBrowserRow(row) ? [row] : []
      }),
    [rows],
  )
  return useApp(useShallow(select))
}

export const isBrowserRow = (row: ClineMessage): row is BrowserRow =>
  row.type === 'ask' ? row.ask === 'browser_action_launch' : row.say === 'browser_action'

/** In the log the next row should be seen as well. */
const MAX_HEIGHT = 380

/** One run of the browser: the page after each step, one at a time. It follows the newest until the person goes back. */
export function BrowserCard({ ts, steps }: { readonly ts: number; readonly steps: readonly BrowserRow[] }) {
  const [chosen, setChosen] = useState<number>()
  const newest = steps.length - 1
  const index = Math.min(chosen ?? newest, newest)
  const row = steps[index]
  if (!row) return null
  const go = (to: number) => {
    if (to >= 0 && to <= newest) setChosen(to === newest ? undefined : to)
  }
  const frame = {
    tone: row.data.status === 'awaiting_approval' ? ('waiting' as const) : undefined,
    meta: row.type === 'ask' ? <Outcome row={row} /> : undefined,
    title: <StepTitle step={row.data} />,
  }
  if (steps.length === 1 && !hasPage(row.data)) return <CardFrame {...frame} />
  // A step that left no picture stands on the page before it.
  const drawn = steps.slice(0, index + 1).findLast(({ data }) => hasPage(data))
  return (
    <FoldingCard id={`${ts}:browser`} opensByDefault {...frame}>
      <div className={styles.body}>
        {steps.length > 1 && <Stepper index={index} count={steps.length} onGo={go} />}
        {drawn && (
          <div className={drawn === row ? undefined : styles.before}>
            <BrowserPage step={drawn.data} words={browserWords(drawn.data)} maxHeight={MAX_HEIGHT} />
          </div>
        )}
      </div>
    </FoldingCard>
  )
}

function StepTitle({ step }: { readonly step: BrowserStep }) {
  return (
    <span className={toolStyles.call}>
      <ToolStatusMark status={step.status} />
      <span className={toolStyles.callWords}>
        <span className={toolStyles.verb}>Browser:</span>
        {step.url === undefined ? (
          <VisibleText text={browserWords(step)} />
        ) : (
          <>
            {browserWords({ ...step, url: undefined })}
            <span className={toolStyles.path}>
              <VisibleText text={step.url} />
            </span>
          </>
        )}
        {step.note && <span className={step.status === 'failed' ? toolStyles.failed : toolStyles.aside}>{step.note}</span>}
      </span>
    </span>
  )
}

interface StepperProps {
  readonly index: number
  readonly count: number
  readonly onGo: (index: number) => void
}

function Stepper({ index, count, onGo }: StepperProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onGo(to)
  }
  // At an end the button stays in place, with the focus on it.
  return (
    <div className={styles.stepper} role="group" aria-label="Steps in the browser" onKeyDown={onKeyDown}>
      <IconButton
        size="small"
        label="Previous step"
        icon={<ChevronLeft aria-hidden />}
        aria-disabled={index === 0}
        onClick={() => onGo(index - 1)}
      />
      <span>
        Step {index + 1} of {count}
      </span>
      <IconButton
        size="small"
        label="Next step"
        icon={<ChevronRight aria-hidden />}
        aria-disabled={index === count - 1}
        onClick={() => onGo(index + 1)}
      />
    </div>
  )
}
