import { ChevronsUpDown, Folder, FolderOpen } from 'lucide-react'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCwd, selectHomeDir } from '../../store/selectors'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu'
import { lastPart, tilde } from '../../words/short-path'
import styles from './sidebar.module.css'

const selectRecent = (state: AppState) => state.main.recentFolders
const SHOWN_FOLDERS = 8

/** Which project is open, and the way to another one. */
export function ProjectSwitcher() {
  const cwd = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  const recent = useApp(selectRecent)
  const { newSession, showView, setFolderDialog } = useActions()
  const others = recent.filter((folder) => folder !== cwd).slice(0, SHOWN_FOLDERS)
  const open = (folder: string) => {
    showView('task')
    void newSession(folder)
  }
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className={styles.project}
            aria-label={cwd ? `Project ${lastPart(cwd)}` : 'No project. Choose one'}
            title={cwd}
          >
            <Folder aria-hidden />
            <span className={styles.projectName}>{cwd ? lastPart(cwd) : 'No project'}</span>
            <ChevronsUpDown aria-hidden />
          </button>
        }
      >
        {cwd && <MenuLabel>{tilde(cwd, home)}</MenuLabel>}
        {others.map((folder) => (
          <MenuItem key={folder} icon={<Folder aria-hidden />} onSelect={() => open(folder)}>
            {tilde(folder, home)}
          </MenuItem>
        ))}
        {others.length > 0 && <MenuSeparator />}
        <MenuItem icon={<FolderOpen aria-hidden />} onSelect={() => setFolderDialog(true)}>
          Open another folder…
        </MenuItem>
      </Menu>
    </>
  )
}
