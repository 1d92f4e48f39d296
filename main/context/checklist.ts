import { type Checklist, doneOf } from '../../shared/checklist'

/** What the model is told of its list, when it has not touched it for a while. */
export function remindOfChecklist(list: Checklist, requests: number): string {
  const done = doneOf(list)
  const rest =
    done === list.items.length
      ? 'All of it is checked: finish, or add what is left.'
      : 'Send it again with what is done checked, in task_progress of your next call.'
  return `# Checklist (${done} of ${list.items.length} done, not touched for ${requests} requests)\n${list.text}\n${rest}`
}

/** What the model is told while it has none. */
export const ASK_FOR_CHECKLIST =
  '# Checklist\nFor work of several steps, send a list of them as "- [ ] step" lines in task_progress of a call, and keep it up to date.'
