/** Words of others on one line, without characters that nobody sees. */
export const plainLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
