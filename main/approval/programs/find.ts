import { textOf, type Word } from '../shell-words'

/** What a call of find does besides looking. */
export interface FindCall {
  readonly roots: readonly Word[]
  /** Files whose age is compared. */
  readonly compared: readonly Word[]
  /** Words of the programs that it starts for what it finds, `{}` marked as found. */
  readonly started: readonly (readonly Word[])[]
  readonly deletes: boolean
  /** Files that it writes. */
  readonly written: readonly Word[]
  /** Only plain files are found, no links. */
  readonly onlyFiles: boolean
  /** It prints names and nothing else. */
  readonly printsNames: boolean
  /** Names end in a zero byte. */
  readonly endsNames: boolean
  readonly problem: string | undefined
}

const TESTS = new Map<string, 'nothing' | 'value' | 'path'>([
  ...words(
    '-print -print0 -ls -prune -quit -depth -d -empty -o -or -a -and -not -daystart -mount -xdev -readable -writable -executable -noleaf -true -false -nouser -nogroup -ignore_readdir_race',
    'nothing',
  ),
  ...words(
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -mtime -mmin -atime -amin -ctime -cmin -maxdepth -mindepth -user -group -uid -gid -perm -links -inum -printf -used -fstype -lname -ilname',
    'value',
  ),
  ...words('-newer -anewer -cnewer -samefile', 'path'),
])

function words(names: string, kind: 'nothing' | 'value' | 'path'): readonly (readonly [string, typeof kind])[] {
  return names.split(' ').map((name) => [name, kind])
}

/** Reads the words behind `find`. */
export function readFind(given: readonly Word[]): FindCall {
  const reader = new FindReader(given)
  reader.read()
  return reader.result()
}

class FindReader {
  private readonly words: readonly Word[]
  private at = 0
  private readonly roots: Word[] = []
  private readonly compared: Word[] = []
  private readonly started: (readonly Word[])[] = []
  private readonly written: Word[] = []
  private readonly said = new Set<string>()
  private problem: string | undefined

  constructor(given: readonly Word[]) {
    this.words = given
  }

  result(): FindCall {
    const { roots, compared, started, written, problem, said } = this
    // Either-or would let other things than files through.
    const onlyFiles = said.has('-type f') && !said.has('-o') && !said.has('-or') && !said.has(',') && !said.has('!') && !said.has('-not')
    return {
      roots,
      compared,
      started,
      written,
      problem,
      deletes: said.has('-delete'),
      onlyFiles,
      printsNames: started.length === 0 && !said.has('-printf') && !said.has('-ls'),
      endsNames: said.has('-print0'),
    }
  }

  read(): void {
    while (['-H', '-P'].includes(textOf(this.words[this.at]) ?? '')) this.at += 1
    while (this.at < this.words.length && !this.startsExpression()) this.roots.push(...this.next())
    while (this.at < this.words.length) this.readPart()
  }

  private next(): readonly Word[] {
    const word = this.words[this.at]
    this.at += 1
    return word ? [word] : []
  }

  private startsExpression(): boolean {
    const word = this.words[this.at]
    return word?.open === undefined && (word?.values.some(({ text }) => /^(?:-.|[()!,]$)/.test(text)) ?? true)
  }

  private fail(why: string): void {
    this.problem ??= why
  }

  private readPart(): void {
    const [word] = this.next()
    const text = textOf(word)
    if (text === undefined) return this.fail(word?.open ?? `nobody can say what ${word?.raw} is for find`)
    this.said.add(text)
    if (['(', ')', '!', ','].includes(text)) return
    if (text === '-delete') return
    if (['-exec', '-execdir', '-ok', '-okdir'].includes(text)) return this.readStarted(text)
    if (/^-f(?:print0?|ls|printf)$/.test(text)) {
      this.written.push(...this.next())
      if (text === '-fprintf') this.at += 1
      return
    }
    this.readTest(text)
  }

  private readTest(text: string): void {
    const kind = TESTS.get(text)
    if (kind === undefined) return this.fail(`find has a word that is not known to be harmless: ${text}`)
    if (kind === 'nothing') return
    const [value] = this.next()
    if (kind === 'path' && value) this.compared.push(value)
    else if (textOf(value) === undefined) this.fail(value?.open ?? `nobody can say what stands behind ${text}`)
    this.said.add(`${text} ${textOf(value) ?? ''}`)
  }

  private readStarted(text: string): void {
    const end = this.words.findIndex((word, index) => index >= this.at && (textOf(word) === ';' || textOf(word) === '+'))
    if (end < 0) return this.fail(`find has no end behind ${text}`)
    const inner = this.words
      .slice(this.at, end)
      .map((word) =>
        word.raw.includes('{}')
          ? { ...word, values: [{ text: word.raw, kind: textOf(word) === '{}' ? 'found' : 'derived' } as const] }
          : word,
      )
    this.at = end + 1
    this.started.push(inner)
    // These start it in the folder of what was found, with other names.
    if (text !== '-exec') this.fail(`find ${text} starts a program`)
  }
}
