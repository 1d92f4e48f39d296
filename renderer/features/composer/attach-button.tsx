import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/icon-button'
import { Spinner } from '../../ui/spinner'

interface AttachButtonProps {
  readonly isBusy: boolean
  readonly onFiles: (files: readonly File[]) => unknown
}

/** Opens the system's dialog for pictures and files of a message. */
export function AttachButton({ isBusy, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        size="small"
        label="Attach files"
        icon={isBusy ? <Spinner label="Attaching" /> : <Paperclip aria-hidden />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Emptied, so that the same file can be picked again.
          event.target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
