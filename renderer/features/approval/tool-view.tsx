import { useMemo } from 'react'
import type { ClineAskMessage, ClineSayTool, FileInCall } from '../../../shared/messages'
import { ChangeCount } from '../../cards/change-count'
import { diffHunks, filesOfCall } from '../../cards/diff-hunks'
import { DiffView } from '../../cards/diff-view'
import { fileVerb, isWebCall, toolVerb, webWords } from '../../cards/tool-words'
import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCwd, selectHomeDir } from '../../store/selectors'
import { shortPath } from '../../words/short-path'
import { amendingOf } from './amending'
import { EditedText } from './edited-text'
import { HunkChoices } from './hunk-choice'
import { MarkedText } from './marked-text'
import { LINES_TO_SCROLL } from './scrolled-body'
import { headFor } from './short-head'
import styles from './tool-view.module.css'

type ToolAsk = Extract<ClineAskMessage, { ask: 'tool' }>

/** What a tool call would touch, before it does. */
export function ToolView({ row }: { readonly row: ToolAsk }) {
  const { data } = row
  const path = useShortPath(data.path)
  return (
    <div className={styles.view}>
      {isNotInHeading(row, path) && <Path path={path} />}
      {(data.regex ?? data.filePattern) && (
        <p className={styles.pattern}>
          <MarkedText text={[data.regex, data.filePattern].filter(Boolean).join(' in ')} />
        </p>
      )}
      <Changes row={row} />
      {data.diff === undefined && data.content && (
        <pre className={styles.text} tabIndex={0} role="group" aria-label="Content">
          <MarkedText text={isWebCall(data) ? webWords(data) : data.content} />
        </pre>
      )}
      {data.also && <AskedTogether first={`${toolVerb(data)} ${path}`.trim()} also={data.also} />}
      {data.note && <p className={styles.note}>{data.note}</p>}
    </div>
  )
}

/** What the heading does not say of a path, or leaves out of it, must be read somewhere before it is approved. */
function isNotInHeading(row: ToolAsk, path: string): boolean {
  const summary = row.approval?.summary ?? ''
  if (headFor(row, summary) !== summary) return true
  // Each file of a patch names its own.
  return path !== '' && !row.data.files && !row.data.also && !summary.includes(path)
}

/** The changes of each file, or the field in which a new file is written anew. */
function Changes({ row }: { readonly row: ToolAsk }) {
  const edited = useApp((state: AppState) => amendingOf(state, row.ts)?.edited)
  const files = useMemo(() => filesOfCall(row.data), [row.data])
  const path = useShortPath(row.data.path)
  const canChoose = files.reduce((count, { diff }) => count + diffHunks(diff).length, 0) > 1
  if (edited !== undefined) return <EditedText row={row} label={`New text of ${path}`} text={edited} />
  const isPatch = row.data.files !== undefined
  return files.map((file, index) => (
    // A file is counted by its place, and a patch may name one twice.
    <FileChanges key={`${index}`} row={row} file={file} index={index} hasHead={isPatch} canChoose={canChoose} />
  ))
}

interface FileChangesProps {
  readonly row: ToolAsk
  readonly file: FileInCall
  readonly index: number
  readonly hasHead: boolean
  readonly canChoose: boolean
}

function FileChanges({ row, file, index, hasHead, canChoose }: FileChangesProps) {
  const path = useShortPath(file.path)
  const hunks = useMemo(() => diffHunks(file.diff), [file.diff])
  return (
    <section className={styles.file} aria-label={hasHead ? `${fileVerb(file)} ${path}` : undefined}>
      {hasHead && <FileHead file={file} path={path} />}
      {canChoose && hunks.length > 0 ? (
        <HunkChoices row={row} file={index} path={path || 'the file'} hunks={hunks} />
      ) : (
        file.diff !== '' && (
          <DiffView id={`ask-${row.ts}-${index}`} diff={file.diff} path={path || 'the file'} firstLines={LINES_TO_SCROLL} />
        )
      )}
    </section>
  )
}

function FileHead({ file, path }: { readonly file: FileInCall; readonly path: string }) {
  const target = useShortPath(file.to)
  return (
    <p className={styles.fileHead}>
      <span className={styles.verb}>{fileVerb(file)}</span>
      <Path path={path} />
      {target !== '' && (
        <>
          <span className={styles.verb}>to</span>
          <Path path={target} />
        </>
      )}
      <ChangeCount added={file.added} removed={file.removed} />
    </p>
  )
}

interface AskedTogetherProps {
  readonly first: string
  readonly also: NonNullable<ClineSayTool['also']>
}

/** All calls that one answer counts for. */
function AskedTogether({ first, also }: AskedTogetherProps) {
  return (
    <>
      <ul className={styles.also} aria-label="Asked together">
        <li>
          <MarkedText text={first} />
        </li>
        {also.map(({ callId, summary }) => (
          <li key={callId}>
            <MarkedText text={summary} />
          </li>
        ))}
      </ul>
      <p className={styles.note}>{`One answer counts for all ${also.length + 1}.`}</p>
    </>
  )
}

/** Whole, over as many lines as it takes: it is what is approved. */
const Path = ({ path }: { readonly path: string }) => (
  <span className={styles.path}>
    <MarkedText text={path} />
  </span>
)

function useShortPath(path: string | undefined): string {
  const cwd = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  return path === undefined ? '' : shortPath(path, cwd, home)
}
