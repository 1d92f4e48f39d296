import { describe, expect, it, vi } from 'vitest'
import type { TaskNews, TaskParams } from '../../../../main/task/task-environment'
import { toldOnceSaved } from '../../../../main/task/told-once-saved'
import { StorageError } from '../../../../main/storage/storage-error'

const over = (ts: number): TaskNews => ({ type: 'row', op: { op: 'row.patch', ts, patch: { data: { status: 'done' } } } })
const other: TaskNews = { type: 'changes' }

function task() {
  const told: TaskNews[] = []
  const saves: PromiseWithResolvers<void>[] = []
  const flush = () => {
    const save = Promise.withResolvers<void>()
    saves.push(save)
    return save.promise
  }
  const journal = { append: () => undefined, flush }
  // Of the rest of its parameters it looks at nothing.
  const params = { tell: (news: TaskNews) => told.push(news), journal } as unknown as TaskParams
  return { params: toldOnceSaved(params), told, saves }
}

describe('that a call is over', () => {
  it('is told once it is saved, and what follows after it in its order', async () => {
    const { params, told, saves } = task()
    params.tell(other)
    params.tell(over(1))
    params.tell(other)
    expect(told).toEqual([other])
    const flushed = params.journal.flush()
    saves[0]?.resolve()
    await flushed
    expect(told).toEqual([other, over(1), other])
    params.tell(other)
    expect(told).toHaveLength(4)
  })

  it('waits for no save that never comes: it makes one itself', async () => {
    vi.useFakeTimers()
    try {
      const { params, told, saves } = task()
      params.tell(over(1))
      await vi.advanceTimersByTimeAsync(20)
      expect(saves).toHaveLength(1)
      expect(told).toEqual([])
      saves[0]?.resolve()
      await vi.advanceTimersByTimeAsync(0)
      expect(told).toEqual([over(1)])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is told although the disk refuses, so that the question about that is not held up', async () => {
    const { params, told, saves } = task()
    params.tell(over(1))
    const flushed = params.journal.flush()
    saves[0]?.reject(new StorageError('full', '/x'))
    await expect(flushed).rejects.toThrow(StorageError)
    expect(told).toEqual([over(1)])
  })

  it('does not hold up a row that only goes on', () => {
    const { params, told } = task()
    const goesOn: TaskNews = { type: 'row', op: { op: 'row.patch', ts: 1, patch: { data: { status: 'running' } } } }
    params.tell(goesOn)
    expect(told).toEqual([goesOn])
  })
})
