import type { HeadlessEvent } from '../../../../../main/headless/events'
import { createTextOutput, type TextTarget } from '../../../../../main/headless/text-output'
import { ClineMessage } from '../../../../../shared/messages'

/** What a person reads of these events. Without a terminal unless the target says so. */
export function print(events: readonly HeadlessEvent[], target: Partial<TextTarget> = {}): string {
  let text = ''
  const write = (more: string) => void (text += more)
  const output = createTextOutput({ write, isTTY: false, colour: false, ...target })
  for (const event of events) output.tell(event)
  return text
}

export const message = (row: object): HeadlessEvent => ({ type: 'message', message: ClineMessage.parse(row) })
const call = (row: object) => message({ ts: 1, type: 'say', ...row })
export const command = (data: object) => call({ say: 'command', data: { command: 'npm test', cwd: '/p', status: 'done', ...data } })
export const tool = (data: object) => call({ say: 'tool', data: { tool: 'editedExistingFile', path: 'a.js', status: 'done', ...data } })
export const inProject = {
  type: 'task',
  taskId: 'T',
  cwd: '/p',
  provider: 'demo',
  model: 'm',
  mode: 'act',
  resumed: false,
} as const satisfies HeadlessEvent
/** What stands below the line of the task. */
export const below = (...events: HeadlessEvent[]): string =>
  print([inProject, ...events])
    .split('\n')
    .slice(2)
    .join('\n')
