import type { ClineSayTool } from '../../../shared/messages'
import { DiffView } from '../../cards/diff-view'
import { useApp } from '../../store/app-context'
import { selectCwd, selectHomeDir } from '../../store/selectors'
import { MiddleEllipsis } from '../../ui/middle-ellipsis'
import { shortPath } from '../../words/short-path'
import { hasMarks } from './marked-characters'
import { MarkedText } from './marked-text'
import styles from './tool-view.module.css'

interface ToolViewProps {
  readonly ts: number
  readonly data: ClineSayTool
  /** The line above, which may name the path already. */
  readonly summary: string
}

/** What a tool call would touch, before it does. */
export function ToolView({ ts, data, summary }: ToolViewProps) {
  const cwd = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  const path = data.path && shortPath(data.path, cwd, home)
  return (
    <div className={styles.view}>
      {path &&
        !summary.includes(path) &&
        (hasMarks(path) ? <MarkedText text={path} /> : <MiddleEllipsis className={styles.path} text={path} />)}
      {(data.regex ?? data.filePattern) && (
        <p className={styles.pattern}>
          <MarkedText text={[data.regex, data.filePattern].filter(Boolean).join(' in ')} />
        </p>
      )}
      {data.diff !== undefined && <DiffView id={`ask-${ts}`} diff={data.diff} path={path ?? 'the file'} />}
      {data.diff === undefined && data.content && (
        <pre className={styles.text} tabIndex={0} role="group" aria-label="Content">
          <MarkedText text={data.content} />
        </pre>
      )}
      {data.note && <p className={styles.note}>{data.note}</p>}
    </div>
  )
}
