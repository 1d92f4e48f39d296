/** Of the person's first words, in characters. */
const MAX_FIRST_WORDS = 20_000

/** What a conversation begins with that was condensed. The first words of the person stand there as they were. */
export function openingOf(summary: string, firstWords = ''): string {
  const parts = ['[The conversation before this was condensed. What follows stands in its place.]', `<summary>\n${summary}\n</summary>`]
  if (firstWords.trim() === '') return parts.join('\n')
  const words = firstWords.slice(0, MAX_FIRST_WORDS).toWellFormed()
  return [...parts, `The task began with these words of the person:\n<task>\n${words}\n</task>`].join('\n')
}
