import { CodeText } from '../../cards/code-text'
import styles from './trust.module.css'

/** A text from outside, line by line, in which nothing can hide. */
export function FileText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <pre className={styles.text} tabIndex={0} role="group" aria-label={label} dir="ltr">
      {text
        .replace(/\n$/, '')
        .split('\n')
        .map((line, index) => (
          // The lines of a text have no other identity than their place.
          <span key={`${index}`} className={styles.line}>
            <CodeText text={line} />
            {'\n'}
          </span>
        ))}
    </pre>
  )
}
