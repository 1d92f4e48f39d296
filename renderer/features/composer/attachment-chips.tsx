import { FileText } from 'lucide-react'
import type { Draft } from '../../../shared/extension-state'
import { Chip } from '../../ui/chip'
import { lastPart } from '../../words/short-path'
import styles from './attachment-chips.module.css'
import { focusMessageBox } from './composer-focus'

interface AttachmentChipsProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

/** What goes along with a message. Removing one hands the focus to the message. */
export function AttachmentChips({ draft: { images, files }, onChange }: AttachmentChipsProps) {
  if (images.length + files.length === 0) return null
  const remove = (change: Partial<Draft>) => {
    onChange(change)
    focusMessageBox()
  }
  return (
    <ul className={styles.chips} aria-label="Attachments">
      {images.map((url, index) => (
        <li key={url}>
          <Chip
            icon={<img className={styles.picture} src={url} alt="" />}
            removeLabel={`Remove picture ${index + 1}`}
            onRemove={() => remove({ images: images.filter((other) => other !== url) })}
          >
            {`Picture ${index + 1}`}
          </Chip>
        </li>
      ))}
      {files.map((path) => (
        <li key={path}>
          <Chip
            icon={<FileText aria-hidden />}
            title={path}
            removeLabel={`Remove ${lastPart(path)}`}
            onRemove={() => remove({ files: files.filter((other) => other !== path) })}
          >
            {lastPart(path)}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
