import { Paperclip } from 'lucide-react'
import { lastPart } from '../words/short-path'
import { Chip } from '../ui/chip'
import { isLocalPicture } from './markdown/sanitise-schema'
import styles from './message-card.module.css'

interface AttachmentsProps {
  readonly images: readonly string[] | undefined
  readonly files: readonly string[] | undefined
}

/** What went along with a message. */
export function Attachments({ images = [], files = [] }: AttachmentsProps) {
  const pictures = images.filter(isLocalPicture)
  if (pictures.length === 0 && files.length === 0) return null
  return (
    <ul className={styles.attachments} aria-label="Attachments">
      {pictures.map((image, index) => (
        // The same picture may be there twice, and none is ever moved.
        <li key={`${index}`}>
          <img className={styles.thumbnail} src={image} alt={`Attached picture ${index + 1}`} />
        </li>
      ))}
      {files.map((file) => (
        <li key={file}>
          <Chip icon={<Paperclip aria-hidden />} title={file}>
            {lastPart(file)}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
