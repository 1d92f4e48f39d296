const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/** How long something has lasted: "8 s", "4 min", "3 h 20 min". */
export function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < MINUTE_S) return `${seconds} s`
  const minutes = Math.floor(seconds / MINUTE_S)
  if (seconds < HOUR_S) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
