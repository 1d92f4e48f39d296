import { memo, useMemo } from 'react'
import { useOpened } from '../../store/app-context'
import { Button } from '../../ui/button'
import { counted } from '../../../shared/amounts'
import styles from './terminal.module.css'

interface PlainOutputProps {
  readonly id: string
  readonly text: string
  readonly command: string
}

/** The end of an output says how it went, so that is what stays. */
const LAST_LINES = 12
/** Past this the browser itself gets slow. */
const MOST_LINES = 5_000

/** What a command printed, once it has ended. */
export const PlainOutput = memo(function PlainOutput({ id, text, command }: PlainOutputProps) {
  const [isOpen, setOpen] = useOpened(`${id}:output`, false)
  const lines = useMemo(() => text.replace(/\s+$/, '').split('\n'), [text])
  if (text.trim() === '') return <p className={styles.note}>No output</p>
  const folds = lines.length > LAST_LINES + 2
  const shown = lines.slice(folds && !isOpen ? -LAST_LINES : -MOST_LINES)
  return (
    <>
      {folds && (
        <Button variant="ghost" size="small" className={styles.more} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show only the end' : `Show all ${counted(lines.length, 'line')}`}
        </Button>
      )}
      <pre className={styles.plain} tabIndex={0} role="group" aria-label={`Output of ${command}`} dir="ltr">
        {shown.join('\n')}
      </pre>
    </>
  )
})
