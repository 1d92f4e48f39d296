/** `*` is any text, `?` one character. Anchored at both ends; in bounded time, whatever the pattern. */
export function matches(pattern: string, text: string): boolean {
  let at = 0
  let star = -1
  let retry = 0
  let index = 0
  while (index < text.length) {
    if (at < pattern.length && pattern.charAt(at) === '*') {
      star = at
      retry = index
      at += 1
    } else if (at < pattern.length && (pattern.charAt(at) === '?' || pattern.charAt(at) === text.charAt(index))) {
      at += 1
      index += 1
    } else if (star >= 0) {
      retry += 1
      index = retry
      at = star + 1
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}
