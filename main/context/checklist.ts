/** A task's checklist as the model writes it: Markdown lines with a box. */
export interface Checklist {
  readonly text: string
  readonly done: number
  readonly total: number
}

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+\S/

/** The items of a checklist; undefined for a text that holds none. */
export function readChecklist(text: string): Checklist | undefined {
  const boxes = text.split(/\r?\n/).flatMap((line) => ITEM.exec(line)?.[1] ?? [])
  if (boxes.length === 0) return undefined
  return { text: text.trim(), done: boxes.filter((box) => box !== ' ').length, total: boxes.length }
}

/** What the model is told of its list, when it has not touched it for a while. */
export function remindOfChecklist({ text, done, total }: Checklist, requests: number): string {
  const rest =
    done === total
      ? 'All of it is checked: finish, or add what is left.'
      : 'Send it again with what is done checked, in task_progress of your next call.'
  return `# Checklist (${done} of ${total} done, not touched for ${requests} requests)\n${text}\n${rest}`
}

/** What the model is told while it has none. */
export const ASK_FOR_CHECKLIST =
  '# Checklist\nFor work of several steps, send a list of them as "- [ ] step" lines in task_progress of a call, and keep it up to date.'
