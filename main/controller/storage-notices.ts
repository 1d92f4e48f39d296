import type { ControllerServices } from './services'

export interface StorageOwner {
  /** Another app has the task's journal now: nothing more is written by this one. */
  abandon(): void
  close(): Promise<void>
  reportCrash(error: unknown): void
}

/** What the person hears when a task of this session cannot be written down. */
export function storageNotices(services: Pick<ControllerServices, 'notice' | 'withdrawNotice'>, sessionId: string, owner: StorageOwner) {
  const id = `not-saved-${sessionId}`
  return {
    onFailure: (error: Error) =>
      services.notice({
        id,
        level: 'error',
        code: 'not_saved',
        text: `This task cannot be written down at the moment: ${error.message} It pauses before its next step.`,
      }),
    onRecovered: () => services.withdrawNotice(id),
    onLost: () => {
      owner.abandon()
      services.notice({
        id: `lost-${sessionId}`,
        level: 'error',
        code: 'lock_lost',
        text: 'Another Countersign took this task over. It was closed here.',
      })
      owner.close().catch((error: unknown) => owner.reportCrash(error))
    },
  }
}
