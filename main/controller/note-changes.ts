import { join } from 'node:path'
import { readHiddenFiles } from '../approval/hidden-files'
import type { ChangeRecord, UndoRecord } from '../changes/change-history'
import { createDiskFiles } from '../changes/disk-files'
import { createImageStore } from '../changes/image-store'
import { type ChangeNews, TaskChanges } from '../changes/task-changes'
import { listProject } from '../workspace/list-project'
import type { ControllerServices } from './services'

/** Of a diff that the window draws, in characters. */
const MAX_SHOWN_DIFF = 256 * 1024
/** In the task's folder: what files held. */
const IMAGES = 'images'

/** What a task of this project changes on the disk, with the way back in the task's folder. */
export function noteChanges(
  services: ControllerServices,
  place: { readonly cwd: string; readonly folder: string },
  news: ChangeNews,
  earlier: readonly (ChangeRecord | UndoRecord)[],
): TaskChanges {
  const diff = (before: string, after: string) => services.edits.diffTexts(before, after, MAX_SHOWN_DIFF)
  const images = createImageStore(join(place.folder, IMAGES))
  const hidden = () => readHiddenFiles(place.cwd)
  const files = createDiskFiles(place.cwd, (real) => services.trash(real))
  return new TaskChanges({ ...news, cwd: place.cwd, images, files, list: listProject, hidden, diff }, earlier)
}
