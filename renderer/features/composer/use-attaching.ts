import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { useAnnounce } from '../../ui/announcer'
import { attach } from './attachments'
import { changeDraft } from './drafts'
import { readImage } from './read-image'
import { useActing } from './use-acting'

/** Takes pasted and dropped files into the draft of a session. */
export function useAttaching(sessionId: string) {
  const { store, actions } = useActing()
  const announce = useAnnounce()
  const [waiting, setWaiting] = useState(0)
  const [isDragging, setDragging] = useState(false)

  const attachFiles = async (given: readonly File[]) => {
    if (given.length === 0) return
    setWaiting((count) => count + 1)
    const saveFile = async (name: string, bytes: string) => (await actions.saveAttachment(name, bytes))?.path
    const { images, files, problems } = await attach(given, draftOf(store, sessionId), { readImage, saveFile })
    const now = draftOf(store, sessionId)
    changeDraft(store, sessionId, { images: [...now.images, ...images], files: [...now.files, ...files] })
    setWaiting((count) => count - 1)
    for (const problem of problems) actions.toast('error', problem)
    const count = images.length + files.length
    if (count > 0) announce(count === 1 ? 'One attachment added' : `${count} attachments added`)
  }

  return {
    isBusy: waiting > 0,
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

function draftOf(store: ReturnType<typeof useActing>['store'], sessionId: string) {
  const { ui, main } = store.getState()
  return ui.drafts.get(sessionId) ?? main.draft
}
