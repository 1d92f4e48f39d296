import { useId, useMemo } from 'react'
import type { CommandMark } from '../../../shared/effects'
import { classNames } from '../../ui/class-names'
import { MiddleEllipsis } from '../../ui/middle-ellipsis'
import { type CommandPiece, type MarkNote, commandPieces, markNotes, markWords } from './command-marks'
import styles from './command-view.module.css'
import { hasMarks } from './marked-characters'
import { MarkedText } from './marked-text'

interface CommandViewProps {
  readonly command: string
  /** The folder it would run in, as people read it. */
  readonly folder: string
  /** The parts that matter, as the policy computed them. */
  readonly marks?: readonly CommandMark[]
}

const LINES_SHOWN = 12
const noMarks: readonly CommandMark[] = []

/** A command before it runs: its folder, its parts with what matters in them, and every character that could hide something. */
export function CommandView({ command, folder, marks = noMarks }: CommandViewProps) {
  const pieces = useMemo(() => commandPieces(command, marks), [command, marks])
  const notes = useMemo(() => markNotes(command, marks), [command, marks])
  const legendId = useId()
  const lines = command.split('\n').length
  return (
    <div className={styles.view}>
      <CommandFolder folder={folder} />
      {/* Reachable by key, because what does not fit is read by scrolling. */}
      <pre
        className={styles.command}
        aria-label="Command"
        aria-describedby={notes.length > 0 ? legendId : undefined}
        role="group"
        tabIndex={0}
      >
        {pieces.map((piece, index) => (
          // The pieces of a command have no other identity than their place.
          <Piece key={`${index}`} piece={piece} />
        ))}
      </pre>
      {lines > LINES_SHOWN && <p className={styles.note}>{`${lines} lines. Scroll to read all of it.`}</p>}
      {notes.length > 0 && <Legend id={legendId} notes={notes} />}
      {hasMarks(command) && <HiddenWarning />}
    </div>
  )
}

export function CommandFolder({ folder }: { readonly folder: string }) {
  return (
    <p className={styles.folder}>
      In <MiddleEllipsis className={styles.path} text={folder} />
    </p>
  )
}

export function HiddenWarning() {
  return <p className={styles.warning}>Holds characters that cannot be seen or that look like others. They are marked.</p>
}

function Piece({ piece: { kind, text, mark } }: { readonly piece: CommandPiece }) {
  return (
    <span
      className={classNames(styles[kind], mark && styles.marked)}
      data-mark={mark?.kind}
      data-grave={mark?.grave}
      title={mark && `${markWords[mark.kind]}: ${mark.why}`}
    >
      <MarkedText text={text} />
    </span>
  )
}

interface LegendProps {
  readonly id: string
  readonly notes: readonly MarkNote[]
}

/** What the marks mean, one short line each. */
function Legend({ id, notes }: LegendProps) {
  return (
    <ul id={id} className={styles.legend} aria-label="What matters in it">
      {notes.map(({ kind, part, why, isGrave }) => (
        <li key={`${kind} ${part} ${why}`} className={styles.legendLine}>
          <span className={styles.kind} data-mark={kind} data-grave={isGrave || undefined}>
            {markWords[kind]}
          </span>
          <span className={styles.said}>
            <code className={styles.part} title={part}>
              <MarkedText text={part.replace(/\s+/g, ' ')} />
            </code>
            <span className={styles.why}>
              <MarkedText text={why} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
