import type { DryRun } from '../../../shared/hooks'
import { VisibleText } from '../../cards/visible-text'
import { FileText } from '../trust/file-text'
import styles from './hooks.module.css'

/** What a hook was told, what it printed, and what would have come of it. */
export function DryRunView({ run: { input, output, ms, cancel, context, errorMessage, error } }: { readonly run: DryRun }) {
  return (
    <section className={styles.tried} aria-label="Result of the try" aria-live="polite">
      <p className={error ? styles.problem : styles.note}>
        <VisibleText
          text={
            error?.message ??
            (cancel ? `It would stop the task: ${errorMessage || 'it gave no reason.'}` : `It would let things go on. It took ${ms} ms.`)
          }
        />
      </p>
      {context !== '' && <Told what="The model would be told:" text={context} label="What the model would be told" />}
      <Told what="It printed:" text={output === '' ? '(nothing)' : output.trimEnd()} label="Output of the hook" />
      <Told what="It was told:" text={pretty(input)} label="Input of the hook" />
      {error?.details !== undefined && <FileText text={error.details} label="What went wrong" />}
    </section>
  )
}

const Told = ({ what, text, label }: { readonly what: string; readonly text: string; readonly label: string }) => (
  <>
    <p className={styles.note}>{what}</p>
    <FileText text={text} label={label} />
  </>
)

const pretty = (json: string): string => JSON.stringify(JSON.parse(json), undefined, 2)
