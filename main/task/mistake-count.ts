import { REPEATS_TO_ASK } from './loop-detection'

/** What the model did wrong since it last got something right: until it is too much, and then the person is asked. */
export class MistakeCount {
  private failures = 0
  private isRepeating = false

  /** What came of one answer. */
  take(answer: { readonly mistakes: number; readonly succeeded: boolean; readonly repeatedTooOften: boolean }): void {
    this.failures = answer.succeeded ? 0 : this.failures + answer.mistakes
    this.isRepeating = answer.repeatedTooOften
  }

  reset(): void {
    this.failures = 0
    this.isRepeating = false
  }

  /** What to tell the person once it is too much; undefined before. */
  complaint(limit: number): string | undefined {
    const trouble = this.trouble(limit)
    return trouble === undefined ? undefined : `${trouble} Tell it how to go on, or let it try further.`
  }

  /** What is too much, in a sentence; undefined before. */
  trouble(limit: number): string | undefined {
    if (this.isRepeating) return `The model has made the same call ${REPEATS_TO_ASK} times in a row.`
    return this.failures >= limit ? `The model has failed ${this.failures} times in a row.` : undefined
  }
}
