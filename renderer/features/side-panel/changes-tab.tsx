import { FolderOpen } from 'lucide-react'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { FoldingCard } from '../../cards/card-frame'
import { ChangeCount } from '../../cards/change-count'
import { DiffView } from '../../cards/diff-view'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCwd, selectHomeDir } from '../../store/selectors'
import { IconButton } from '../../ui/icon-button'
import { MiddleEllipsis } from '../../ui/middle-ellipsis'
import { counted } from '../../../shared/amounts'
import { shortPath } from '../../words/short-path'
import { type ChangedFile, changedFiles } from './changed-files'
import styles from './side-panel.module.css'

/** The rows that edit files, which are the same objects while they do not change. */
const selectEditRows = (state: AppState) => state.rows.edits.map((ts) => state.rows.byTs.get(ts))

/** Every file that this task has changed, with each of its edits. */
export function ChangesTab() {
  const rows = useApp(useShallow(selectEditRows))
  const files = useMemo(() => changedFiles(rows), [rows])
  if (files.length === 0) {
    return <p className={styles.empty}>No file was changed yet. Each file that this task changes will stand here with its diff.</p>
  }
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return (
    <>
      <p className={styles.sum}>
        <span>{counted(files.length, 'changed file')}</span>
        <ChangeCount added={added} removed={removed} />
      </p>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.path}>
            <FileCard file={file} />
          </li>
        ))}
      </ul>
    </>
  )
}

function FileCard({ file }: { readonly file: ChangedFile }) {
  const cwd = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  const { revealFile } = useActions()
  const path = shortPath(file.path, cwd, home)
  return (
    <FoldingCard
      id={`panel:${file.path}`}
      opensByDefault={false}
      title={<MiddleEllipsis className={styles.path} text={path} />}
      meta={
        <>
          {file.isDeleted && <span>Deleted</span>}
          <ChangeCount added={file.added} removed={file.removed} />
          {!file.isDeleted && (
            <IconButton size="small" label="Show in folder" icon={<FolderOpen aria-hidden />} onClick={() => void revealFile(file.path)} />
          )}
        </>
      }
    >
      {file.edits.map((edit) => (
        <div key={edit.ts} className={styles.edit}>
          <DiffView id={`panel:${edit.ts}`} diff={edit.diff} path={path} />
        </div>
      ))}
    </FoldingCard>
  )
}
