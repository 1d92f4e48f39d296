import { useMemo } from 'react'
import { MiddleEllipsis } from '../../ui/middle-ellipsis'
import { type CommandPart, commandParts } from './command-parts'
import styles from './command-view.module.css'
import { hasMarks } from './marked-characters'
import { MarkedText } from './marked-text'

interface CommandViewProps {
  readonly command: string
  /** The folder it would run in, as people read it. */
  readonly folder: string
}

const LINES_SHOWN = 12

/** A command before it runs: its folder, its parts, and every character that could hide something. */
export function CommandView({ command, folder }: CommandViewProps) {
  const parts = useMemo(() => commandParts(command), [command])
  const lines = command.split('\n').length
  return (
    <div className={styles.view}>
      <p className={styles.folder}>
        In <MiddleEllipsis className={styles.path} text={folder} />
      </p>
      {/* Reachable by key, because what does not fit is read by scrolling. */}
      <pre className={styles.command} aria-label="Command" role="group" tabIndex={0}>
        {parts.map((part, index) => (
          // The parts of a command have no other identity than their place.
          <Part key={`${index}`} part={part} />
        ))}
      </pre>
      {lines > LINES_SHOWN && <p className={styles.note}>{`${lines} lines. Scroll to read all of it.`}</p>}
      {hasMarks(command) && (
        <p className={styles.warning}>Holds characters that cannot be seen or that look like others. They are marked.</p>
      )}
    </div>
  )
}

function Part({ part }: { readonly part: CommandPart }) {
  return (
    <span className={styles[part.kind]}>
      <MarkedText text={part.text} />
    </span>
  )
}
