import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectHasTask } from '../../store/selectors'
import { ApprovalCard } from '../approval/approval-card'
import { Composer } from '../composer/composer'
import { QueuedMessages } from '../queue/queued-messages'
import { TaskHeader } from '../task-header/task-header'
import styles from './chat-view.module.css'
import { EmptyTask } from './empty-task'
import { MessageList } from './message-list'
import { ReplyAnnouncer } from './reply-announcer'

const selectChatKey = (state: AppState) => `${state.main.currentSessionId ?? ''} ${state.main.currentTaskItem?.id ?? ''}`

/** One session: its header, its log, and docked below it what waits and the message box. */
export function ChatView() {
  const hasTask = useApp(selectHasTask)
  const chatKey = useApp(selectChatKey)
  return (
    <section className={styles.chat} aria-label="Task">
      <TaskHeader />
      {/* Another chat is another log: its own place and its own measurements. */}
      {hasTask ? <MessageList key={chatKey} chatKey={chatKey} /> : <EmptyTask />}
      <ReplyAnnouncer />
      <div className={styles.dock}>
        <QueuedMessages />
        <ApprovalCard />
        <Composer />
      </div>
    </section>
  )
}
