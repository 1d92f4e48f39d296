const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago something was, as short as a list needs it: "now", "4 min", "3 h", "2 d", then the date. */
export function ageOf(ts: number, now: number): string {
  const age = now - ts
  if (age < MINUTE_MS) return 'now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`
  if (age < 7 * DAY_MS) return `${Math.floor(age / DAY_MS)} d`
  return new Date(ts).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
}

/** The day that something belongs to in a list: "Today", "Yesterday", a weekday, then the date. */
export function dayOf(ts: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(ts)) / DAY_MS)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const date = new Date(ts)
  if (days < 7) return date.toLocaleDateString(undefined, { weekday: 'long' })
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleDateString(undefined, { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) })
}

/** A moment in full, for hover and for those who listen. */
export const momentOf = (ts: number): string => new Date(ts).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const startOfDay = (ts: number): number => new Date(ts).setHours(0, 0, 0, 0)
