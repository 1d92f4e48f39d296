/** Typographic characters and the plain ones that a keyboard has in their place: one for one, so that places stay the same. */
const PLAIN: readonly (readonly [characters: RegExp, plain: string])[] = [
  [/[\u00ab\u00bb\u201c-\u201f\u2033\u2039\u203a\uff02]/g, '"'],
  [/[\u2018-\u201b\u2032\uff07]/g, "'"],
  [/[\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
]
const TYPOGRAPHIC = /[\u00a0-\u00bb\u2000-\u205f\u2212\u3000\ufe58\ufe63\uff02\uff07\uff0d]/

/** A text with plain quotes, dashes and blanks, of the same length. */
export function plainText(text: string): string {
  if (!TYPOGRAPHIC.test(text)) return text
  return PLAIN.reduce((plain, [characters, character]) => plain.replace(characters, character), text)
}

/**
 * `replace` with what it shares with `search` taken from `found`: the typographic characters of a line stay where the edit does not
 * touch them. `found` is what `search` matched, so both have the same plain text.
 */
export function keepTypography(replace: string, search: string, found: string): string {
  if (search.length !== found.length) return replace
  const [plain, sought] = [plainText(replace), plainText(search)]
  const most = Math.min(plain.length, sought.length)
  let start = 0
  while (start < most && plain[start] === sought[start]) start += 1
  let end = 0
  while (end < most - start && plain[plain.length - 1 - end] === sought[sought.length - 1 - end]) end += 1
  return found.slice(0, start) + replace.slice(start, replace.length - end) + found.slice(found.length - end)
}
