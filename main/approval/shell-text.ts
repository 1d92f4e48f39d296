import { posix } from 'node:path'
import { textOf, type Word } from './shell-words'
import type { SimpleCommand } from './simple-command'

/** The text that a shell is given by `-c`, when that is all it is given. */
export function readText({ words, input }: SimpleCommand): string | undefined {
  const texts = words.slice(1).map(textOf)
  const [flag, text] = texts
  return texts.length === 2 && input !== 'pipe' && (flag === '-c' || flag === '-lc') ? text : undefined
}

/** A call of git with `-C`: as it would be in that folder, or why it asks. Undefined when there is none. */
export function readWrapped(command: SimpleCommand): { readonly command: SimpleCommand; readonly folder: Word } | string | undefined {
  const { words, folders } = command
  if (textOf(words[1]) !== '-C') return undefined
  const folder = words[2]
  const path = textOf(folder)
  if (!folder || path === undefined || path === '') return 'nobody can say in which folder git runs'
  const inner = { ...command, words: [...words.slice(0, 1), ...words.slice(3)], folders: folders.map((each) => posix.resolve(each, path)) }
  return textOf(inner.words[1]) === '-C' ? 'git changes the folder more than once' : { command: inner, folder }
}
