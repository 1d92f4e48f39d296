import { readFind } from './programs/find'
import { textOf, type Word } from './shell-words'
import type { SimpleCommand } from './simple-command'

/** What xargs starts, and where the names come from that it passes on. */
export interface XargsCall {
  readonly inner: readonly Word[]
  /** Roots below which the names were found. */
  readonly names: readonly Word[] | undefined
  /** The names are those of plain files. */
  readonly areFiles: boolean
  /** Every name stays whole on its way, whatever is in it. */
  readonly areWhole: boolean
  readonly problem: string | undefined
}

const KNOWN = /^(?:-[0rt]|--null|--no-run-if-empty|-[nPL]\d+|-I[\w{}%@_-]+|-i)$/

interface XargsFlags {
  /** Where the program's words begin. */
  readonly at: number
  readonly areWhole: boolean
  readonly placeholder: string | undefined
  readonly problem: string | undefined
}

/** Reads the words behind `xargs`. */
export function readXargs({ words, upstream, start, end }: SimpleCommand): XargsCall {
  const { at, areWhole, placeholder, problem } = readFlags(words)
  const given = words.slice(at)
  const found: Word = { start, end, raw: '…', values: [{ text: '…', kind: 'found' }] }
  const inner = placeholder === undefined ? [...given, found] : given.map((word) => replaced(word, placeholder))
  const source = upstream ? sourceOf(upstream, areWhole) : undefined
  const missing = given.length === 0 ? 'xargs is given no program' : undefined
  return { inner, names: source?.roots, areFiles: source?.onlyFiles ?? false, areWhole, problem: problem ?? missing }
}

/** Flags that are not known are passed over for the words of the program, and ask. */
function readFlags(words: readonly Word[]): XargsFlags {
  let at = 1
  let problem: string | undefined
  let placeholder: string | undefined
  const flags = new Set<string>()
  for (let text = textOf(words[at]); text?.startsWith('-'); text = textOf(words[at])) {
    const takes = /^-[nPLI]$/.test(text)
    const value = takes ? textOf(words[at + 1]) : text.slice(2)
    at += takes ? 2 : 1
    flags.add(text)
    if (/^-[Ii]/.test(text)) placeholder = value || '{}'
    const isKnown = KNOWN.test(takes ? `${text}${value ?? '?'}` : text)
    if (!isKnown) problem ??= `xargs has a flag that is not known to be harmless: ${text}`
  }
  return { at, areWhole: flags.has('-0') || flags.has('--null'), placeholder, problem }
}

function replaced(word: Word, placeholder: string): Word {
  const text = textOf(word)
  if (text === undefined || !text.includes(placeholder)) return word
  return { ...word, values: [{ text, kind: text === placeholder ? 'found' : 'derived' }] }
}

/** Only a find that prints nothing but names. */
function sourceOf(
  { words }: SimpleCommand,
  areWhole: boolean,
): { readonly roots: readonly Word[]; readonly onlyFiles: boolean } | undefined {
  if (textOf(words[0]) !== 'find') return undefined
  const { roots, onlyFiles, endsNames, printsNames, problem } = readFind(words.slice(1))
  const isKnown =
    printsNames &&
    endsNames === areWhole &&
    problem === undefined &&
    roots.every((root) => !root.values.some(({ text }) => text.startsWith('-')))
  return isKnown ? { roots, onlyFiles } : undefined
}
