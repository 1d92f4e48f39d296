import { FolderOpen } from 'lucide-react'
import type { ClineMessage, ClineSayTool, FileInCall } from '../../shared/messages'
import { counted } from '../../shared/amounts'
import { useActions, useApp } from '../store/app-context'
import { selectCwd, selectHomeDir } from '../store/selectors'
import { IconButton } from '../ui/icon-button'
import { MiddleEllipsis } from '../ui/middle-ellipsis'
import { shortPath } from '../words/short-path'
import { FoldingCard } from './card-frame'
import { ChangeCount } from './change-count'
import { DiffView } from './diff-view'
import { Outcome } from './outcome'
import styles from './tool-card.module.css'
import { ToolStatusMark } from './tool-status'
import { editVerb, fileVerb, isPatchOfSeveral } from './tool-words'
import { hasMarks } from '../features/approval/marked-characters'
import { VisibleText } from './visible-text'

export interface ToolCardProps {
  readonly row: ClineMessage & { readonly data: ClineSayTool }
}

/** A change of one file: its path, how much, who let it happen, and the diff. */
export function EditCard({ row }: ToolCardProps) {
  const { data } = row
  const isWaiting = data.status === 'awaiting_approval'
  const path = useShownPath(data.path)
  return (
    <FoldingCard
      id={`${row.ts}:edit`}
      // What waits is shown whole in the card above the message box; here it would only push the log away.
      opensByDefault={data.status !== 'awaiting_approval' && data.status !== 'denied' && data.status !== 'cancelled'}
      tone={isWaiting ? 'waiting' : undefined}
      title={
        <>
          <ToolStatusMark status={data.status} />
          <span className={styles.verb}>{editVerb(data)}</span>
          {isPatchOfSeveral(data) ? <span>{counted(data.files?.length ?? 0, 'file')}</span> : <PathText path={path} />}
        </>
      }
      meta={
        <>
          {data.added !== undefined && data.removed !== undefined && <ChangeCount added={data.added} removed={data.removed} />}
          <Outcome row={row} />
          {data.status === 'done' && data.path && data.tool !== 'fileDeleted' && <RevealButton path={data.path} />}
        </>
      }
    >
      <EditBody row={row} path={path} />
    </FoldingCard>
  )
}

/** A path on one line. One in which something hides is shown whole, with its marks. */
export function PathText({ path }: { readonly path: string }) {
  if (path === '') return null
  return hasMarks(path) ? (
    <code>
      <VisibleText text={path} />
    </code>
  ) : (
    <MiddleEllipsis className={styles.path} text={path} />
  )
}

export function useShownPath(path: string | undefined): string {
  const cwd = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  return path ? shortPath(path, cwd, home) : ''
}

function RevealButton({ path }: { readonly path: string }) {
  const { revealFile } = useActions()
  return <IconButton size="small" label="Show in folder" icon={<FolderOpen aria-hidden />} onClick={() => void revealFile(path)} />
}

function EditBody({ row, path }: ToolCardProps & { readonly path: string }) {
  const { diff, files, content, note, status } = row.data
  return (
    <>
      {note && !repeatsCount(row.data) && <p className={status === 'failed' ? styles.failure : styles.note}>{note}</p>}
      {files?.map((file, index) => (
        // A patch may name a file twice.
        <PatchedFile key={`${index}`} id={`${row.ts}:${index}`} file={file} hasHappened={status === 'done'} />
      ))}
      {diff && !files && <DiffView id={`${row.ts}`} diff={diff} path={path} />}
      {status === 'drafting' && !diff && content && <Draft text={content} />}
    </>
  )
}

interface PatchedFileProps {
  readonly id: string
  readonly file: FileInCall
  readonly hasHappened: boolean
}

/** One file of a patch. */
function PatchedFile({ id, file, hasHappened }: PatchedFileProps) {
  const path = useShownPath(file.path)
  const target = useShownPath(file.to)
  return (
    <section className={styles.patched} aria-label={`${fileVerb(file, hasHappened)} ${path}`}>
      <p className={styles.patchedHead}>
        <span className={styles.verb}>{fileVerb(file, hasHappened)}</span>
        <PathText path={path} />
        {target && <span className={styles.verb}>to</span>}
        <PathText path={target} />
        <ChangeCount added={file.added} removed={file.removed} />
      </p>
      {file.diff && <DiffView id={id} diff={file.diff} path={path} />}
    </section>
  )
}

/** The first line of the card counts the lines already. */
const repeatsCount = ({ note = '', added }: ClineSayTool): boolean => added !== undefined && COUNT.test(note)
const COUNT = /^\+[\d,]+ [−-][\d,]+$/

const DRAFT_LINES = 8

/** The end of what the model is writing. Only the end is looked at, however long it has grown. */
function Draft({ text }: { readonly text: string }) {
  let from = text.length
  for (let line = 0; line < DRAFT_LINES && from > 0; line++) from = text.lastIndexOf('\n', from - 1)
  return (
    <pre className={styles.draft} aria-hidden>
      {text.slice(Math.max(0, from + 1))}
    </pre>
  )
}
