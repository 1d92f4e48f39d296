/** Counts calls that repeat the one before them, word for word. */
export class LoopDetection {
  private last = ''
  private count = 0

  /** How many times in a row this very call has now come. */
  observe(name: string, input: unknown): number {
    const signature = `${name} ${canonical(input)}`
    this.count = signature === this.last ? this.count + 1 : 1
    this.last = signature
    return this.count
  }

  reset(): void {
    this.last = ''
    this.count = 0
  }
}

/** At this many repetitions the model is told; at the second figure the person is asked. */
export const REPEATS_TO_WARN = 3
export const REPEATS_TO_ASK = 5

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([key]) => key !== 'task_progress')
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`
}
