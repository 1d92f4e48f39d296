import { MousePointer2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { counted } from '../../shared/amounts'
import type { BrowserStep } from '../../shared/browser'
import styles from './browser-page.module.css'
import { usePicture } from './use-picture'
import { VisibleText } from './visible-text'

interface BrowserPageProps {
  readonly step: BrowserStep
  /** What the step did. */
  readonly words: string
  /** How high its picture is at most, in pixels; as wide as there is room unless given. */
  readonly maxHeight?: number
}

export const hasPage = ({ currentUrl, screenshot, events, logs }: BrowserStep): boolean =>
  [currentUrl, screenshot, events, logs].some((part) => part !== undefined)

/** A page as it was after a step: its address, its picture with the mouse in it, and what it printed. */
export function BrowserPage({ step, words, maxHeight }: BrowserPageProps) {
  const { currentUrl, events, logs } = step
  return (
    <div className={styles.page}>
      {currentUrl && (
        <p className={styles.address} aria-label="Address">
          <VisibleText text={currentUrl} />
        </p>
      )}
      <PagePicture step={step} words={words} {...(maxHeight === undefined ? {} : { maxHeight })} />
      {events && (
        <ul className={styles.events} aria-label="What the page did">
          {events.split('\n').map((event, index) => (
            <li key={`${index}`}>
              <VisibleText text={event} />
            </li>
          ))}
        </ul>
      )}
      {logs && <ConsoleLogs logs={logs} />}
    </div>
  )
}

function PagePicture({ step, words, maxHeight = Number.POSITIVE_INFINITY }: BrowserPageProps) {
  const { screenshot, screenshotSize: size, currentUrl } = step
  const { image, isCurrent, isGone } = usePicture(screenshot)
  if (!screenshot || !size) return null
  // The room is there before the picture is: nothing moves when it comes.
  const room: CSSProperties = {
    aspectRatio: `${size.width} / ${size.height}`,
    maxWidth: Math.min(size.width, (maxHeight * size.width) / size.height),
  }
  return (
    <div className={styles.picture} style={room}>
      {isGone ? (
        <p className={styles.gone}>This picture is kept no longer.</p>
      ) : (
        image && <img src={image} alt={`The page ${currentUrl ?? ''} after: ${words}`} />
      )}
      {isCurrent && !isGone && <Cursor step={step} />}
    </div>
  )
}

function Cursor({ step: { currentMousePosition, screenshotSize: size } }: { readonly step: BrowserStep }) {
  const [x, y] = (currentMousePosition ?? '').split(',').map(Number)
  if (x === undefined || y === undefined || !size || Number.isNaN(y)) return null
  const place: CSSProperties = { left: `${(x / size.width) * 100}%`, top: `${(y / size.height) * 100}%` }
  return <MousePointer2 aria-hidden className={styles.cursor} style={place} />
}

const SHORT_LOG = 6

function ConsoleLogs({ logs }: { readonly logs: string }) {
  const lines = logs.split('\n').length
  return (
    <details className={styles.console} open={lines <= SHORT_LOG}>
      <summary>Console, {counted(lines, 'line')}</summary>
      <pre className={styles.logs} tabIndex={0} role="group" aria-label="Console of the page">
        <VisibleText text={logs} />
      </pre>
    </details>
  )
}
