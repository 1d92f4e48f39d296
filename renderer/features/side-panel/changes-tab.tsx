import { FolderOpen } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { counted } from '../../../shared/amounts'
import type { TaskChange } from '../../../shared/task-changes'
import { FoldingCard } from '../../cards/card-frame'
import { ChangeCount } from '../../cards/change-count'
import { DiffView } from '../../cards/diff-view'
import { PathText } from '../../cards/edit-card'
import { useActions, useApp, useBridge, useOpened } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCurrentSessionId, selectCwd } from '../../store/selectors'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { canToggle, changeGroups, kindWords, stateWords, undoneByAll } from '../changes/change-words'
import styles from '../changes/changes.module.css'
import { useChanges } from '../changes/use-changes'

/** Every file that this task has changed, by who changed it, each with its diff and its way back. */
export function ChangesTab() {
  const loaded = useChanges()
  if (loaded.kind === 'loading') return null
  if (loaded.kind === 'failed') {
    return (
      <div className={styles.list}>
        <p className={styles.failure}>{loaded.message}</p>
        <Button onClick={loaded.reload}>Try again</Button>
      </div>
    )
  }
  const { changes } = loaded
  if (changes.length === 0) {
    return <p className={styles.note}>No file was changed yet. Each file that this task changes will stand here with its diff.</p>
  }
  return (
    <>
      <Summary changes={changes} />
      {changeGroups.map(({ by, title }) => (
        <Group key={by} title={title} changes={changes.filter((change) => change.by === by)} />
      ))}
    </>
  )
}

function Summary({ changes }: { readonly changes: readonly TaskChange[] }) {
  const { askToUndo } = useActions()
  const sum = (key: 'added' | 'removed') => changes.reduce((total, change) => total + (change[key] ?? 0), 0)
  return (
    <div className={styles.sum}>
      <span>{counted(changes.length, 'changed file')}</span>
      <ChangeCount added={sum('added')} removed={sum('removed')} />
      <Button size="small" disabled={undoneByAll(changes).length === 0} onClick={() => askToUndo('all')}>
        Undo all
      </Button>
    </div>
  )
}

/** A command can change thousands of files, which nobody reads one by one. */
const FIRST_CHANGES = 100

function Group({ title, changes }: { readonly title: string; readonly changes: readonly TaskChange[] }) {
  const id = useId()
  const [isOpen, setOpen] = useOpened(`changes:${title}`, false)
  if (changes.length === 0) return null
  const shown = isOpen ? changes : changes.slice(0, FIRST_CHANGES)
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.list}>
        {shown.map((change) => (
          <li key={change.id}>
            <ChangeCard change={change} />
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button variant="ghost" size="small" onClick={() => setOpen(true)}>
          {`Show all ${counted(changes.length, 'file')}`}
        </Button>
      )}
    </section>
  )
}

function ChangeCard({ change }: { readonly change: TaskChange }) {
  const { id, path, kind, added, removed, state, why } = change
  return (
    <FoldingCard
      id={`change:${id}`}
      opensByDefault={false}
      title={
        <>
          <span className={styles.kind}>{kindWords[kind]}</span>
          <PathText path={path} />
        </>
      }
      meta={
        <>
          {stateWords[state] && <Badge>{stateWords[state]}</Badge>}
          {added !== undefined && removed !== undefined && <ChangeCount added={added} removed={removed} />}
          <Buttons change={change} />
        </>
      }
    >
      {why !== undefined && <p className={styles.note}>{why}</p>}
      <ChangeDiff change={change} />
    </FoldingCard>
  )
}

function Buttons({ change }: { readonly change: TaskChange }) {
  const { revealFile, askToUndo } = useActions()
  const cwd = useApp(selectCwd)
  const { id, path, kind, state } = change
  const word = state === 'reverted' ? 'Redo' : 'Undo'
  const isThere = kind === 'edited' || (kind === 'deleted') === (state === 'reverted')
  return (
    <>
      {isThere && (
        <IconButton
          size="small"
          label={`Show ${path} in folder`}
          icon={<FolderOpen aria-hidden />}
          onClick={() => void revealFile(isAbsolute(path) || cwd === undefined ? path : `${cwd}/${path}`)}
        />
      )}
      {canToggle(change) && (
        <Button size="small" aria-label={`${word} the change of ${path}`} onClick={() => askToUndo([id])}>
          {word}
        </Button>
      )}
    </>
  )
}

const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:)/.test(path)

type LoadedDiff = { readonly diff: string } | { readonly problem: string }
const selectRevision = (state: AppState) => state.main.changesRevision

/** What the task made of the file, fetched when it is looked at. */
function ChangeDiff({ change: { id, path, state } }: { readonly change: TaskChange }): ReactNode {
  const bridge = useBridge()
  const sessionId = useApp(selectCurrentSessionId)
  const revision = useApp(selectRevision)
  const [loaded, setLoaded] = useState<LoadedDiff>()
  useEffect(() => {
    if (sessionId === undefined) return undefined
    let isCurrent = true
    void bridge.call('changes.diff', { sessionId, id }).then((answer) => {
      if (isCurrent) setLoaded(answer.ok ? answer.value : { problem: answer.error.message })
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, sessionId, id, revision, state])
  if (!loaded) return null
  if ('problem' in loaded) return <p className={styles.failure}>{loaded.problem}</p>
  if (loaded.diff === '') return <p className={styles.note}>There is no text to show.</p>
  return <DiffView id={`change:${id}`} diff={loaded.diff} path={path} />
}
