/**
 * Text that came from a model, a file or a command, made harmless for a terminal: what would move the cursor, change
 * colours, turn the reading direction or hide is replaced by its name. Line ends and tabs stay.
 */
export const visible = (text: string): string => text.replaceAll('\r\n', '\n').replace(HARMFUL, nameOf)

/** As `visible`, for what must be read to the letter (commands, paths, diffs): whatever cannot be seen is named. */
export const visibleToTheLetter = (text: string): string => text.replaceAll('\r\n', '\n').replace(UNSEEN, nameOf)

/** As `visibleToTheLetter`, with line ends and tabs named too. */
export const onOneLine = (text: string): string => visibleToTheLetter(text).replace(/[\n\t]/g, nameOf)

/** Prose as one line: runs of blanks and line ends are one space. */
export const asOneSentence = (text: string): string => visible(text.replace(/\s+/g, ' ').trim())

// Of the characters without a shape, those that join letters and emoji stay: prose needs them.
const HARMFUL =
  /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const UNSEEN = /(?![\n\t ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u115f\u1160\u2800\u3164\uffa0]/gu

const CONTROL_PICTURES = 0x2400
const DELETE = 0x7f

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(CONTROL_PICTURES + code)
  return code === DELETE ? '\u2421' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
