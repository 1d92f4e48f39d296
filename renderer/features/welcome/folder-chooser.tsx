import { Folder } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectHomeDir } from '../../store/selectors'
import { Button } from '../../ui/button'
import { MiddleEllipsis } from '../../ui/middle-ellipsis'
import { TextField } from '../../ui/text-field'
import { lastPart, tilde } from '../../words/short-path'
import styles from './welcome.module.css'

interface FolderChooserProps {
  /** It took the place of something that had the focus. */
  readonly takesFocus?: boolean
}

/** Opens a project: by the system's dialog, by a typed path, or one of the last. */
export function FolderChooser({ takesFocus }: FolderChooserProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pickFolder, newSession } = useActions()
  const [wasClosed, setWasClosed] = useState(false)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const pick = async () => {
    const path = await pickFolder()
    setWasClosed(path === undefined)
    if (path !== undefined) await newSession(path)
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        Open a project
      </h1>
      <p className={styles.lead}>The agent works in one folder. It asks before it touches anything outside of it.</p>
      <div className={styles.step}>
        <div className={styles.buttons}>
          <Button variant="primary" onClick={() => void pick()}>
            Choose folder…
          </Button>
        </div>
        {wasClosed && <p role="status">No folder was chosen. Where no dialog opens, type the path below.</p>}
        <PathForm />
        <RecentFolders />
      </div>
    </>
  )
}

/** A typed path always works, whatever the system offers. */
function PathForm() {
  const { checkFolder, newSession } = useActions()
  const [path, setPath] = useState('')
  const [error, setError] = useState<string>()
  const open = async () => {
    if (path.trim() === '') {
      setError('Type the path of a folder first, as in ~/projects/orders.')
      return
    }
    const checked = await checkFolder(path.trim())
    setError(checked?.usable === false ? checked.message : undefined)
    if (checked?.usable) await newSession(checked.path)
  }
  return (
    <form
      className={styles.pathForm}
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
    >
      <TextField
        label="Folder path"
        mono
        value={path}
        error={error}
        placeholder="~/projects/orders"
        onChange={(text) => {
          setPath(text)
          setError(undefined)
        }}
      />
      <Button type="submit">Open folder</Button>
    </form>
  )
}

const selectRecent = (state: AppState) => state.main.recentFolders

function RecentFolders() {
  const recent = useApp(selectRecent)
  const home = useApp(selectHomeDir)
  const { newSession } = useActions()
  if (recent.length === 0) return <p className={styles.muted}>Folders that you open are listed here.</p>
  return (
    <div>
      <h2 className={styles.subheading}>Recent folders</h2>
      <ul>
        {recent.map((folder) => (
          <li key={folder}>
            <button type="button" className={styles.recent} onClick={() => void newSession(folder)}>
              <Folder aria-hidden />
              <span className={styles.recentName}>{lastPart(folder)}</span>
              <MiddleEllipsis className={styles.recentPath} text={tilde(folder, home)} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
