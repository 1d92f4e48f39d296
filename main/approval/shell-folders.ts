import { posix } from 'node:path'
import type { Place } from './shell-redirects'
import { textOf, type Word } from './shell-words'
import type { SimpleCommand } from './simple-command'

/** What a program does to the folder that the shell stands in. */
export type FolderChange =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly folders: readonly string[] }
  | { readonly kind: 'problem'; readonly why: string }

const MAX_FOLDERS = 4
const CHANGES: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'chdir'])
/** Behind these the shell's own commands still act on the shell. */
const BEFORE_BUILTINS: ReadonlySet<string> = new Set(['time', 'command', 'builtin', 'noglob', 'nocorrect', '-'])

/** Follows a `cd`. The shell itself takes `..` away from the text, links or not. */
export function changeFolder({ words, folders }: SimpleCommand, place: Place): FolderChange {
  const name = textOf(words[0]) ?? ''
  if (name === 'cd') return followChange(words, folders, place)
  const isHidden = BEFORE_BUILTINS.has(name) && words.some((word) => CHANGES.has(textOf(word) ?? ''))
  return isHidden || CHANGES.has(name) ? { kind: 'problem', why: 'it changes the folder in a way that is not followed' } : { kind: 'same' }
}

function followChange(words: readonly Word[], folders: readonly string[], { repeats, variables }: Place): FolderChange {
  if (repeats) return { kind: 'problem', why: 'it changes the folder in a loop' }
  const target = words.length === 1 ? variables.get('HOME')?.[0]?.text : textOf(words[1])
  if (words.length > 2 || target === undefined || target === '' || target.startsWith('-'))
    return { kind: 'problem', why: 'nobody can say which folder it changes to' }
  if (variables.has('CDPATH') && !/^\.{0,2}\//.test(target))
    return { kind: 'problem', why: 'the variable CDPATH decides which folder it changes to' }
  const next = folderUnion(folders.map((folder) => posix.resolve(folder, target)))
  return next.length > MAX_FOLDERS ? { kind: 'problem', why: 'it changes the folder too often' } : { kind: 'changed', folders: next }
}

export const folderUnion = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())]
