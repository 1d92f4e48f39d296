/** Why a run ended early: thrown through everything that waits. */
export class CancelledError extends Error {
  constructor() {
    super('The task was cancelled.')
    this.name = 'CancelledError'
  }
}
