import { chmod, lstat, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { encode } from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { applyBlocks } from '../../../../main/workspace/edits'
import { createFiles } from '../../../../main/workspace/files'
import { tempWorkspace } from '../../../support/temp-workspace'

const block = (search: readonly string[], replace: readonly string[]): string =>
  ['------- SEARCH', ...search, '=======', ...replace, '+++++++ REPLACE', ''].join('\n')

const RUSSIAN = ['Это первый пример строки', 'вторая строка текста на русском', 'третья строка', 'четвёртая строка, последняя']
const GERMAN = ['Ein schöner Tag für große Übungen', 'die zweite Zeile müßte öfter grüßen', 'dritte', 'vierte Zeile für größere Äpfel']
const JAPANESE = ['日本語のテストファイルです', '二行目はここにあります', '三行目', '四行目で終わります']
const CHINESE = ['中文测试文件，这是一个例子', '第二行在这里，谢谢', '第三行', '第四行是最后一行']
const TAIWANESE = ['這是一個繁體中文的測試檔案', '第二行在這裡，謝謝', '第三行', '第四行是最後一行']
const KOREAN = ['한국어 테스트 파일입니다', '두 번째 줄은 여기에 있습니다', '세 번째 줄', '네 번째 줄은 마지막입니다']
const CZECH = [
  'Příliš žluťoučký kůň úpěl ďábelské ódy',
  'který se nachází v českém městě',
  'třetí řádek má rád hudbu',
  'jeho počátek a můj přítel',
]
const GREEK = ['Αυτό είναι ένα παράδειγμα κειμένου', 'η δεύτερη γραμμή είναι εδώ', 'τρίτη', 'τέταρτη και τελευταία γραμμή']

/** Encoding, whether it may have a byte order mark, and lines that it can write. */
const ENCODINGS: readonly (readonly [encoding: string, marks: readonly boolean[], lines: readonly string[]])[] = [
  ['utf-8', [false, true], [...GERMAN.slice(0, 2), '日本語 😀', 'end']],
  ['utf-16le', [false, true], GERMAN],
  ['utf-16be', [false, true], GERMAN],
  ['gb18030', [false], CHINESE],
  ['big5', [false], TAIWANESE],
  ['shift_jis', [false], JAPANESE],
  ['euc-jp', [false], JAPANESE],
  ['euc-kr', [false], KOREAN],
  ['windows-1250', [false], CZECH],
  ['windows-1251', [false], RUSSIAN],
  ['windows-1252', [false], GERMAN],
  ['iso-8859-2', [false], CZECH],
  ['iso-8859-7', [false], GREEK],
  ['koi8-r', [false], RUSSIAN],
]
const LINE_ENDS: readonly (readonly [name: string, endOf: (line: number) => string])[] = [
  ['LF', () => '\n'],
  ['CRLF', () => '\r\n'],
  ['mixed', (line) => (line % 2 === 0 ? '\r\n' : '\n')],
  ['CR', () => '\r'],
]
/** What is edited in four lines: lines `from` to before `to` become `by`, which the encoding can write as it can write the old ones. */
const KINDS: readonly (readonly [name: string, from: number, to: number, by: (lines: readonly string[]) => readonly string[]])[] = [
  ['a line in the middle', 1, 2, (lines) => [`${lines[1]} x`]],
  ['the first line', 0, 1, (lines) => [`x ${lines[0]}`]],
  ['the last line', 3, 4, (lines) => [`${lines[3]} x`]],
  ['more lines', 1, 3, (lines) => [lines[1], 'x', lines[2], lines[0]]],
  ['a deletion', 1, 2, () => []],
  ['an addition at the end', 3, 4, (lines) => [lines[3], lines[2]]],
]

interface Case {
  readonly encoding: string
  readonly lines: readonly string[]
  readonly bom: boolean
  readonly endOf: (line: number) => string
  readonly isEnded: boolean
  readonly kind: (typeof KINDS)[number]
  readonly label: string
}

const casesOf = ([encoding, marks, lines]: (typeof ENCODINGS)[number]): readonly Case[] =>
  marks.flatMap((bom) =>
    LINE_ENDS.flatMap(([ends, endOf]) =>
      [true, false].flatMap((isEnded) =>
        KINDS.map((kind) => {
          const label = `${encoding}, ${ends}, ${bom ? 'mark' : 'no mark'}, ${isEnded ? 'ended' : 'not ended'}, ${kind[0]}`
          return { encoding, lines, bom, endOf, isEnded, kind, label }
        }),
      ),
    ),
  )

/** Edits one file as the tools do, and looks at its bytes. */
async function check(cwd: string, name: string, { encoding, lines, bom, endOf, isEnded, kind, label }: Case): Promise<void> {
  const files = createFiles(cwd)
  const [, from, to, by] = kind
  const whole = lines.map((line, at) => line + (at === lines.length - 1 && !isEnded ? '' : endOf(at)))
  const part = (start: number, stop: number) => encode(whole.slice(start, stop).join(''), encoding)
  const mark = bom ? encode('\ufeff', encoding) : Buffer.alloc(0)
  await writeAt(cwd, name, Buffer.concat([mark, part(0, lines.length)]))
  const path = await files.resolve(name)
  const read = await files.readText(path, 1e6)
  expect(read, label).toMatchObject({ ok: true, value: { encoding, hasBom: bom, writable: true } })
  if (!read.ok) return
  const outcome = applyBlocks(read.value.text, block(lines.slice(from, to), by(lines)))
  if (outcome.kind !== 'edited') throw new Error(`${label}: ${JSON.stringify(outcome)}`)
  expect(await files.writeText(path, outcome.text, { expectedHash: read.value.hash, bom, encoding }), label).toMatchObject({ ok: true })
  const after = await readFile(join(cwd, name))
  const head = Buffer.concat([mark, part(0, from)])
  const tail = part(to, lines.length)
  expect(after.subarray(0, head.length).equals(head), `${label}: the bytes before it`).toBe(true)
  expect(after.subarray(after.length - tail.length).equals(tail), `${label}: the bytes after it`).toBe(true)
  const again = await files.readText(path, 1e6)
  expect(/[\r\n]$/.test(again.ok ? again.value.text : ''), `${label}: the final newline`).toBe(isEnded)
}

describe('an edit changes no byte outside of it', () => {
  it.each(ENCODINGS)('in %s, whatever the line ends, the mark, the end of the file and the edit', async (...row) => {
    const cwd = await tempWorkspace()
    const cases = casesOf(row)
    expect(cases.length).toBe(row[1].length * LINE_ENDS.length * 2 * KINDS.length)
    for (const [number, each] of cases.entries()) await check(cwd, `${number}.txt`, each)
  })

  it('for any lines of any alphabet and any edit', async () => {
    const cwd = await tempWorkspace()
    const files = createFiles(cwd)
    const pick = fc.constantFrom(...ENCODINGS.map(([encoding, , lines]) => ({ encoding, lines })))
    await fc.assert(
      fc.asyncProperty(
        pick,
        fc.array(fc.tuple(fc.nat({ max: 3 }), fc.constantFrom('\n', '\r\n'), fc.nat({ max: 99 })), { minLength: 2, maxLength: 12 }),
        fc.nat(),
        fc.array(fc.nat({ max: 3 }), { maxLength: 3 }),
        async ({ encoding, lines }, rows, where, fresh) => {
          const texts = rows.map(([line, , number], at) => `${lines[line]} ${at}/${number}`)
          const whole = texts.map((text, at) => text + rows[at][1])
          const at = where % rows.length
          const bytes = (parts: readonly string[]) => encode(parts.join(''), encoding)
          await writeAt(cwd, 'x', bytes(whole))
          const path = await files.resolve('x')
          const read = await files.readText(path, 1e6)
          if (!read.ok) throw new Error('not read')
          // A few characters may look like another encoding; then too the bytes must stay.
          const shown = read.value.text.split(/\r?\n/)[at]
          const outcome = applyBlocks(
            read.value.text,
            block(
              [shown],
              fresh.map((line) => `new ${line}`),
            ),
          )
          if (outcome.kind !== 'edited') throw new Error(JSON.stringify(outcome))
          const { hash: expectedHash, hasBom: bom, encoding: found } = read.value
          expect(await files.writeText(path, outcome.text, { expectedHash, bom, encoding: found })).toMatchObject({ ok: true })
          const after = await readFile(join(cwd, 'x'))
          const [head, tail] = [bytes(whole.slice(0, at)), bytes(whole.slice(at + 1))]
          expect(after.subarray(0, head.length).equals(head)).toBe(true)
          expect(after.subarray(after.length - tail.length).equals(tail)).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('nor the mode of the file, nor the link that leads to it', async () => {
    const cwd = await tempWorkspace()
    const files = createFiles(cwd)
    await writeAt(cwd, 'run.sh', encode(`${RUSSIAN.join('\r\n')}\r\n`, 'windows-1251'))
    await chmod(join(cwd, 'run.sh'), 0o750)
    await symlink('run.sh', join(cwd, 'link'))
    const path = await files.resolve('link')
    const read = await files.readText(path, 1e6)
    if (!read.ok) throw new Error('not read')
    const { hash: expectedHash, encoding } = read.value
    await files.writeText(path, `${read.value.text}ещё\r\n`, { expectedHash, bom: false, encoding })
    expect((await lstat(join(cwd, 'link'))).isSymbolicLink()).toBe(true)
    expect((await lstat(join(cwd, 'run.sh'))).mode & 0o777).toBe(0o750)
    expect(await readFile(join(cwd, 'run.sh'))).toEqual(encode(`${RUSSIAN.join('\r\n')}\r\nещё\r\n`, 'windows-1251'))
  })

  it('and writes nothing that the encoding has no bytes for', async () => {
    const before = encode(`${GERMAN.join('\n')}\n`, 'windows-1252')
    const cwd = await tempWorkspace({ x: before })
    const files = createFiles(cwd)
    const path = await files.resolve('x')
    const read = await files.readText(path, 1e6)
    if (!read.ok) throw new Error('not read')
    const { hash: expectedHash, encoding } = read.value
    expect(await files.writeText(path, `${read.value.text}→\n`, { expectedHash, bom: false, encoding })).toMatchObject({
      ok: false,
      error: { code: 'not_encodable', message: 'x is in windows-1252, which cannot write “→” (U+2192, line 5).' },
    })
    expect(await readFile(join(cwd, 'x'))).toEqual(before)
  })
})

const writeAt = (cwd: string, name: string, bytes: Uint8Array): Promise<void> => writeFile(join(cwd, name), bytes)
