import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { useApp } from '../../store/app-context'
import { type AppStore, setUi } from '../../store/app-store'
import { useAnnounce } from '../../ui/announcer'
import { attach } from './attachments'
import { changeDraft, draftOf, isAttaching } from './drafts'
import { readImage } from './read-image'
import { useActing } from './use-acting'

/** Takes pasted and dropped files into the draft of a session, whichever is open by the time they are read. */
export function useAttaching(sessionId: string) {
  const { store, actions } = useActing()
  const announce = useAnnounce()
  const isBusy = useApp((state) => isAttaching(state, sessionId))
  const [isDragging, setDragging] = useState(false)

  const attachFiles = async (given: readonly File[]) => {
    if (given.length === 0) return
    // From here on the draft is the window's own, also while another session is open.
    changeDraft(store, sessionId, {})
    countAttaching(store, sessionId, 1)
    try {
      const saveFile = async (name: string, bytes: string) => (await actions.saveAttachment(sessionId, name, bytes))?.path
      const { images, files, problems } = await attach(given, draftOf(store.getState(), sessionId), { readImage, saveFile })
      const now = draftOf(store.getState(), sessionId)
      changeDraft(store, sessionId, { images: [...new Set([...now.images, ...images])], files: [...new Set([...now.files, ...files])] })
      for (const problem of problems) actions.toast('error', problem)
      const count = images.length + files.length
      if (count > 0) announce(count === 1 ? 'One attachment added' : `${count} attachments added`)
    } finally {
      countAttaching(store, sessionId, -1)
    }
  }

  return {
    isBusy,
    isDragging,
    attachFiles,
    onPaste: (event: ClipboardEvent) => {
      const given = [...event.clipboardData.files]
      if (given.length === 0) return
      event.preventDefault()
      void attachFiles(given)
    },
    dropTarget: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragging(true)
      },
      onDragLeave: () => setDragging(false),
      onDrop: (event: DragEvent) => {
        setDragging(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        void attachFiles([...event.dataTransfer.files])
      },
    },
  }
}

function countAttaching(store: AppStore, sessionId: string, step: 1 | -1): void {
  const { attaching } = store.getState().ui
  setUi(store, { attaching: new Map(attaching).set(sessionId, (attaching.get(sessionId) ?? 0) + step) })
}
