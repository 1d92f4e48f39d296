import { readWords, textOf, type Variables, type Word } from './shell-words'

const FILE_TESTS = new Set('-e -f -d -s -r -w -x -L -h -b -c -p -S -O -G -N'.split(' '))
const TEXT_TESTS = new Set(['-n', '-z'])
const COMPARES = new Set(['=', '==', '!=', '<', '>', '=~', '-nt', '-ot', '-ef'])
const COMPARES_FILES = new Set(['-nt', '-ot', '-ef'])
const NUMBERS = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge'])
const JOINTS = new Set(['!', '-a', '-o', '&&', '||'])

/** Why a test asks. Its words that follow a file test are paths. */
export interface TestJudgement {
  readonly problem: string | undefined
  readonly paths: readonly Word[]
}

/** Judges the words of `[ … ]`, `[[ … ]]` or `test …`. Comparing numbers computes, and computing can run commands: digits only. */
export function judgeTest(words: readonly Word[], isDouble: boolean): TestJudgement {
  const paths: Word[] = []
  for (const [index, word] of words.entries()) {
    const sides = [words[index - 1], words[index + 1]]
    if (FILE_TESTS.has(textOf(sides[0]) ?? '')) paths.push(word)
    if (COMPARES_FILES.has(textOf(word) ?? '')) paths.push(...sides.filter((side) => side !== undefined))
    // Outside of double brackets a pattern becomes several words, and one of them may be an operator.
    const isMany = !isDouble && word.values.some(({ kind }) => kind === 'glob' || kind === 'found')
    const problem = isMany ? `nobody can say what ${word.raw} is for a test` : paths.includes(word) ? word.open : problemOf(word, sides)
    if (problem !== undefined) return { problem, paths }
  }
  return { problem: undefined, paths }
}

function problemOf(word: Word, sides: readonly (Word | undefined)[]): string | undefined {
  const text = textOf(word)
  if (text === undefined) {
    const isOperator = word.values.some(({ text: value, kind }) => value.startsWith('-') || kind === 'name')
    return word.open ?? (isOperator ? `${word.raw} could be an operator of a test` : undefined)
  }
  if (NUMBERS.has(text) && !sides.every(isNumber)) return 'a test compares what is no number'
  const isUnknown = text.startsWith('-') && !isKnownOperator(text) && !/^-\d+$/.test(text)
  return isUnknown ? `a test with ${text} is not known to be harmless` : undefined
}

const isKnownOperator = (text: string): boolean => [FILE_TESTS, TEXT_TESTS, COMPARES, NUMBERS, JOINTS].some((set) => set.has(text))

const isNumber = (word: Word | undefined): boolean =>
  /^-?\d+$/.test(textOf(word) ?? '') || (word?.values.length === 1 && word.values[0]?.text === '$?')

/**
 * The words between brackets; a quoted one may hold blanks. In double brackets `<`, `&&` and the like compare and join; in
 * single ones they are the shell's own: the test ends there, or a file is written. Undefined when it is no plain test.
 */
export function readTest(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  variables: Variables,
): { readonly words: readonly Word[]; readonly isDouble: boolean } | undefined {
  const [, opening = '', inside = '', closing = ''] = /^(\[\[?)([ \t][^\n]*[ \t])(\]\]?)$/.exec(text.slice(start, end)) ?? []
  if (opening === '' || opening.length !== closing.length) return undefined
  const isDouble = opening === '[['
  const words = [...inside.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g)].flatMap((match) => {
    const at = start + opening.length + match.index
    const word = { start: at, end: at + match[0].length, raw: match[0] }
    const isOperator = isDouble && /^(?:&&|\|\||<|>)$/.test(match[0])
    return isOperator ? [{ ...word, values: [{ text: match[0], kind: 'literal' } as const] }] : readWords(text, word, variables)
  })
  return { words, isDouble }
}
