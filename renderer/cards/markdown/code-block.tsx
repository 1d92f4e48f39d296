import { memo, useEffect, useState } from 'react'
import { classNames } from '../../ui/class-names'
import { CopyButton } from '../copy-button'
import { useHighlighter } from '../../store/app-context'
import type { HighlightedLine } from './highlight'
import styles from './markdown.module.css'

interface CodeBlockProps {
  readonly code: string
  readonly language: string
  /** False while it is still being written, and for a part of very long code: both are drawn plain. */
  readonly isWhole?: boolean
  readonly isStart?: boolean
  readonly isEnd?: boolean
  /** What Copy takes, when it is more than this piece. */
  readonly textToCopy?: () => string
}

/** Code with its language, a copy button and, once it is whole, colours. */
export const CodeBlock = memo(function CodeBlock(props: CodeBlockProps) {
  const { code, language, isWhole = true, isStart = true, isEnd = true, textToCopy } = props
  const lines = useHighlighted(code, language, isWhole)
  return (
    <div className={classNames(styles.codeBox, isStart && styles.codeStart, isEnd && styles.codeEnd)}>
      {isStart && (
        <div className={styles.codeHead} dir="ltr">
          <span>{language || 'Text'}</span>
          <CopyButton text={textToCopy ?? (() => code)} label="Copy code" />
        </div>
      )}
      <pre className={styles.codeLines} tabIndex={0} role="group" aria-label={language ? `Code, ${language}` : 'Code'} dir="ltr">
        <code>{lines ? lines.map((line, index) => <Line key={`${index}`} line={line} />) : code}</code>
      </pre>
    </div>
  )
})

function Line({ line }: { readonly line: HighlightedLine }) {
  return (
    <>
      {line.map((token, index) => (
        // A token has no other identity than its place, and the code of a whole block never changes.
        <span key={`${index}`} style={{ color: token.colour }}>
          {token.text}
        </span>
      ))}
      {'\n'}
    </>
  )
}

/** Colours come later, when there is time; until then and wherever none fit, the code stands plain. */
function useHighlighted(code: string, language: string, isWhole: boolean): readonly HighlightedLine[] | undefined {
  const [done, setDone] = useState<{ code: string; language: string; lines: readonly HighlightedLine[] }>()
  const { canHighlight, highlight } = useHighlighter()
  const wanted = isWhole && canHighlight(code, language)
  useEffect(() => {
    if (!wanted) return
    let isCurrent = true
    const show = (lines: readonly HighlightedLine[] | undefined) => {
      if (isCurrent && lines) setDone({ code, language, lines })
    }
    // A grammar that cannot be loaded leaves the code plain, which is how it stands already.
    highlight(code, language).then(show, () => show(undefined))
    return () => {
      isCurrent = false
    }
  }, [code, language, wanted, highlight])
  return wanted && done?.code === code && done.language === language ? done.lines : undefined
}
