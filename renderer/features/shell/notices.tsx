import { CircleX, Info, TriangleAlert, X } from 'lucide-react'
import type { Notice } from '../../../shared/extension-state'
import { requestState } from '../../connect'
import { useActions, useApp, useAppStore, useBridge } from '../../store/app-context'
import { selectConnectionError, selectNotices } from '../../store/selectors'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { VisuallyHidden } from '../../ui/visually-hidden'
import { focusMessageBox } from '../composer/composer-focus'
import styles from './shell.module.css'

const looks = {
  info: { words: 'Note:', Icon: Info },
  warning: { words: 'Warning:', Icon: TriangleAlert },
  error: { words: 'Error:', Icon: CircleX },
} as const satisfies Record<Notice['level'], object>

/** What the person should know beyond any chat: bars above it, until they are dismissed or mended. */
export function Notices() {
  const notices = useApp(selectNotices)
  const staleReason = useApp(selectConnectionError)
  if (notices.length === 0 && staleReason === undefined) return null
  return (
    <ul className={styles.notices} aria-label="Warnings and notes">
      {staleReason !== undefined && <StaleBar reason={staleReason} />}
      {notices.map((notice) => (
        <NoticeBar key={notice.id} notice={notice} />
      ))}
    </ul>
  )
}

/** The picture could not be renewed: it may be old, and the person should know. */
function StaleBar({ reason }: { readonly reason: string }) {
  const bridge = useBridge()
  const store = useAppStore()
  return (
    <li className={styles.notice} data-level="error">
      <CircleX aria-hidden />
      <span className={styles.noticeText} role="alert">{`What you see may be out of date. ${reason}`}</span>
      <Button size="small" onClick={() => void requestState(bridge, store)}>
        Try again
      </Button>
    </li>
  )
}

function NoticeBar({ notice }: { readonly notice: Notice }) {
  const { dismissNotice } = useActions()
  const { words, Icon } = looks[notice.level]
  const dismiss = () => {
    // The bar leaves with its button, so the focus moves on first.
    focusMessageBox()
    void dismissNotice(notice.id)
  }
  return (
    <li className={styles.notice} data-level={notice.level}>
      <Icon aria-hidden />
      <span className={styles.noticeText} role={notice.level === 'error' ? 'alert' : 'status'}>
        <VisuallyHidden>{words}</VisuallyHidden> {notice.text}
      </span>
      <IconButton size="small" label="Dismiss" icon={<X aria-hidden />} onClick={dismiss} />
    </li>
  )
}
