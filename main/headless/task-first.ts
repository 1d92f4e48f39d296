import type { HeadlessEvent, Output } from './events'

/** Holds back what is told before the run has said which task it carries: that comes first, whatever was ready earlier. */
export function taskFirst(output: Output): Output {
  let early: HeadlessEvent[] | undefined = []
  return {
    tell(event) {
      if (early && event.type !== 'task') {
        early.push(event)
        return
      }
      output.tell(event)
      const held = early ?? []
      early = undefined
      for (const each of held) output.tell(each)
    },
  }
}
