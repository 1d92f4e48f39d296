import { counted } from '../../../shared/amounts'
import type { ClineAskMessage } from '../../../shared/messages'
import type { DiffHunk } from '../../cards/diff-hunks'
import { DiffView } from '../../cards/diff-view'
import { useApp, useAppStore } from '../../store/app-context'
import { TextField } from '../../ui/text-field'
import { amendingOf, setLeftOut } from './amending'
import { useAmendKeys } from './edited-text'
import { LINES_TO_SCROLL } from './scrolled-body'
import styles from './hunk-choice.module.css'

interface HunkChoicesProps {
  readonly row: ClineAskMessage
  readonly file: number
  readonly path: string
  readonly hunks: readonly DiffHunk[]
}

/** The hunks of a file, each to be taken or left. */
export function HunkChoices({ row, file, path, hunks }: HunkChoicesProps) {
  return (
    <ol className={styles.hunks} aria-label={`${counted(hunks.length, 'change')} in ${path}`}>
      {hunks.map((hunk, index) => (
        // Hunks are counted by their place.
        <li key={`${index}`}>
          <HunkChoice row={row} file={file} index={index} hunk={hunk} name={`change ${index + 1} of ${hunks.length} in ${path}`} />
        </li>
      ))}
    </ol>
  )
}

interface HunkChoiceProps {
  readonly row: ClineAskMessage
  readonly file: number
  readonly index: number
  readonly hunk: DiffHunk
  /** "change 1 of 2 in src/sum.js" */
  readonly name: string
}

function HunkChoice({ row, file, index, hunk, name }: HunkChoiceProps) {
  const store = useAppStore()
  const leftOut = useApp((state) => amendingOf(state, row.ts)?.leftOut.find((each) => each.file === file && each.hunk === index))
  const onKeyDown = useAmendKeys(row)
  const place = { file, hunk: index }
  return (
    <div className={styles.hunk} data-left-out={leftOut !== undefined || undefined}>
      <div className={styles.head}>
        <label className={styles.choice}>
          <input
            type="checkbox"
            aria-label={`Leave out ${name}`}
            checked={leftOut !== undefined}
            onChange={(event) => setLeftOut(store, row.ts, place, event.target.checked ? '' : undefined)}
          />
          Leave out
        </label>
        <span className={styles.line}>{`Line ${hunk.firstLine}`}</span>
        {leftOut && (
          <TextField
            label={`Why you leave out ${name}`}
            hideLabel
            className={styles.reason}
            placeholder="Why? The agent is told."
            value={leftOut.reason}
            onChange={(reason) => setLeftOut(store, row.ts, place, reason)}
            onKeyDown={onKeyDown}
          />
        )}
      </div>
      <DiffView id={`ask-${row.ts}-${file}-${index}`} diff={hunk.diff} path={name} firstLines={LINES_TO_SCROLL} />
    </div>
  )
}
