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

export const FOLDER_LEAD = 'The agent works in one folder. It asks before it touches anything outside of it.'

/** Opens a project: by the system's dialog, by a typed path, or one of the last. */
export function FolderChooser({ takesFocus }: FolderChooserProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        Open a project
      </h1>
      <p className={styles.lead}>{FOLDER_LEAD}</p>
      <FolderWays />
    </>
  )
}

interface FolderWaysProps {
  /** Called once the folder is open. */
  readonly onOpened?: () => void
}

/** The ways to a project, without a heading: for the page above and for a dialog, which has one of its own. */
export function FolderWays({ onOpened }: FolderWaysProps) {
  const { pickFolder } = useActions()
  const open = useOpening(onOpened)
  const [wasClosed, setWasClosed] = useState(false)
  const pick = async () => {
    const path = await pickFolder()
    setWasClosed(path === undefined)
    if (path !== undefined) await open(path)
  }
  return (
    <div className={styles.step}>
      <div className={styles.buttons}>
        <Button variant="primary" onClick={() => void pick()}>
          Choose folder…
        </Button>
      </div>
      {wasClosed && <p role="status">No folder was chosen. Where no dialog opens, type the path below.</p>}
      <PathForm onOpen={open} />
      <RecentFolders onOpen={open} />
    </div>
  )
}

type OpenFolder = (path: string) => Promise<void>

/** A folder that main refused leaves everything as it is; the person has been told why. */
function useOpening(onOpened: (() => void) | undefined): OpenFolder {
  const { newSession } = useActions()
  return async (path) => {
    if (await newSession(path)) onOpened?.()
  }
}

/** A typed path always works, whatever the system offers. */
function PathForm({ onOpen }: { readonly onOpen: OpenFolder }) {
  const { checkFolder } = useActions()
  const [path, setPath] = useState('')
  const [error, setError] = useState<string>()
  const open = async () => {
    if (path.trim() === '') {
      setError('Type the path of a folder first, as in ~/projects/orders.')
      return
    }
    const checked = await checkFolder(path.trim())
    setError(checked?.usable === false ? checked.message : undefined)
    if (checked?.usable) await onOpen(checked.path)
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

function RecentFolders({ onOpen }: { readonly onOpen: OpenFolder }) {
  const recent = useApp(selectRecent)
  const home = useApp(selectHomeDir)
  if (recent.length === 0) return <p className={styles.muted}>Folders that you open are listed here.</p>
  return (
    <div>
      <h2 className={styles.subheading}>Recent folders</h2>
      <ul>
        {recent.map((folder) => (
          <li key={folder}>
            <button type="button" className={styles.recent} onClick={() => void onOpen(folder)}>
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
