import { memo, useMemo } from 'react'
import { counted } from '../../shared/amounts'
import { useOpened } from '../store/app-context'
import { Button } from '../ui/button'
import { VisuallyHidden } from '../ui/visually-hidden'
import { CodeText } from './code-text'
import { type ChangedPart, type DiffLine, diffLines } from './diff-lines'
import styles from './diff-view.module.css'

interface DiffViewProps {
  /** Identifies the diff, so that it stays as far open as the person left it. */
  readonly id: string
  /** A unified diff without file headers. */
  readonly diff: string
  /** What the diff changes, for its name. */
  readonly path: string
  /** How many lines are drawn before the rest is asked for. */
  readonly firstLines?: number
}

const FIRST_LINES = 24
/** Past this the browser itself gets slow; what is beyond is read in the file. */
const MOST_LINES = 3_000

/** A diff with both files' line numbers, marks beside the colours, and its long part folded. */
export const DiffView = memo(function DiffView({ id, diff, path, firstLines = FIRST_LINES }: DiffViewProps) {
  const lines = useMemo(() => diffLines(diff), [diff])
  const [isOpen, setOpen] = useOpened(`${id}:all`, false)
  // A fold that hides only a few lines costs more than it saves.
  const folds = lines.length > firstLines + 4
  const shown = lines.slice(0, folds && !isOpen ? firstLines : MOST_LINES)
  return (
    <div className={styles.view}>
      <div className={styles.scroll} role="group" aria-label={`Changes to ${path}`} tabIndex={0}>
        <table className={styles.table} dir="ltr">
          <tbody>
            {shown.map((line, index) => (
              // The lines of a diff are never reordered.
              <Row key={`${index}`} line={line} isFirst={index === 0} />
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > MOST_LINES && isOpen && (
        <p className={styles.rest}>{`The other ${counted(lines.length - MOST_LINES, 'line')} can be read in the file.`}</p>
      )}
      {folds && (
        <Button variant="ghost" size="small" className={styles.more} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer lines' : `Show all ${counted(lines.length, 'line')}`}
        </Button>
      )}
    </div>
  )
})

const marks = { added: '+', removed: '−', context: '' } as const
const heard = { added: 'Added:', removed: 'Removed:', context: '' } as const

function Row({ line, isFirst }: { readonly line: DiffLine; readonly isFirst: boolean }) {
  if (line.kind === 'gap' || line.kind === 'note') return <Between line={line} isFirst={isFirst} />
  return (
    <tr className={styles[line.kind]}>
      <td className={styles.number}>{line.kind === 'added' ? '' : line.oldNumber}</td>
      <td className={styles.number}>{line.kind === 'removed' ? '' : line.newNumber}</td>
      <td className={styles.mark}>
        <span aria-hidden>{marks[line.kind]}</span>
        {heard[line.kind] && <VisuallyHidden>{heard[line.kind]}</VisuallyHidden>}
      </td>
      <td className={styles.text}>
        <LineText text={line.text} changed={line.kind === 'context' ? undefined : line.changed} />
      </td>
    </tr>
  )
}

/** What stands between two hunks. The first hunk needs nothing before it. */
function Between({
  line,
  isFirst,
}: {
  readonly line: { readonly kind: 'gap' | 'note'; readonly text: string }
  readonly isFirst: boolean
}) {
  if (line.kind === 'gap' && isFirst && line.text === '') return null
  return (
    <tr className={styles.between}>
      <td colSpan={3}>{line.kind === 'gap' ? '⋯' : ''}</td>
      <td>{line.text}</td>
    </tr>
  )
}

function LineText({ text, changed }: { readonly text: string; readonly changed: ChangedPart | undefined }) {
  if (!changed || changed.from >= changed.to) return <CodeText text={text || ' '} />
  return (
    <>
      <CodeText text={text.slice(0, changed.from)} />
      <span className={styles.changed}>
        <CodeText text={text.slice(changed.from, changed.to)} />
      </span>
      <CodeText text={text.slice(changed.to)} />
    </>
  )
}
