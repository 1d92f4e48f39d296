import { CircleX, Info, TriangleAlert, X } from 'lucide-react'
import type { Notice } from '../../../shared/extension-state'
import { useActions, useApp } from '../../store/app-context'
import { selectNotices } from '../../store/selectors'
import { IconButton } from '../../ui/icon-button'
import { VisuallyHidden } from '../../ui/visually-hidden'
import styles from './shell.module.css'

const looks = {
  info: { words: 'Note:', Icon: Info },
  warning: { words: 'Warning:', Icon: TriangleAlert },
  error: { words: 'Error:', Icon: CircleX },
} as const satisfies Record<Notice['level'], object>

/** What the person should know beyond any chat: bars above it, until they are dismissed or mended. */
export function Notices() {
  const notices = useApp(selectNotices)
  if (notices.length === 0) return null
  return (
    <ul className={styles.notices} aria-label="Notices">
      {notices.map((notice) => (
        <NoticeBar key={notice.id} notice={notice} />
      ))}
    </ul>
  )
}

function NoticeBar({ notice }: { readonly notice: Notice }) {
  const { dismissNotice } = useActions()
  const { words, Icon } = looks[notice.level]
  return (
    <li className={styles.notice} data-level={notice.level}>
      <Icon aria-hidden />
      <span className={styles.noticeText} role={notice.level === 'error' ? 'alert' : 'status'}>
        <VisuallyHidden>{words}</VisuallyHidden> {notice.text}
      </span>
      <IconButton size="small" label="Dismiss" icon={<X aria-hidden />} onClick={() => void dismissNotice(notice.id)} />
    </li>
  )
}
