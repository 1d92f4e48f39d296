import type { TaskParams } from './task-environment'

/** What a task is given, as long as it is its own: once it is abandoned it tells nobody anything and writes nothing down. */
export function untilAbandoned(params: TaskParams, isAbandoned: () => boolean): TaskParams {
  const { journal, tell } = params
  return {
    ...params,
    tell: (news) => {
      if (!isAbandoned()) tell(news)
    },
    journal: {
      append: (record) => {
        if (!isAbandoned()) journal.append(record)
      },
      flush: () => (isAbandoned() ? Promise.resolve() : journal.flush()),
    },
  }
}
