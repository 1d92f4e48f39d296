import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Dialog } from '../../ui/dialog'
import { FOLDER_LEAD, FolderWays } from '../welcome/folder-chooser'

const selectIsOpen = (state: AppState) => state.ui.folderDialogOpen

/** Where another project is opened from anywhere: the menu of the project, the palette and its key all lead here. */
export function FolderDialog() {
  const isOpen = useApp(selectIsOpen)
  const { setFolderDialog, showView } = useActions()
  const leave = () => {
    setFolderDialog(false)
    showView('task')
  }
  return (
    <Dialog open={isOpen} onOpenChange={setFolderDialog} title="Open a project" description={FOLDER_LEAD}>
      <FolderWays onOpened={leave} />
    </Dialog>
  )
}
