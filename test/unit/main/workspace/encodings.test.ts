import fc from 'fast-check'
import { encode } from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { detectEncoding } from '../../../../main/workspace/detect-encoding'
import { decodeBytes, describeUnwritable, encodeText, survivesRoundTrip } from '../../../../main/workspace/encodings'

const SAMPLES: Readonly<Record<string, string>> = {
  gb18030: '中文测试文件，这是一个例子。\n函数返回值\n',
  big5: '這是一個繁體中文的測試檔案，謝謝。\n',
  shift_jis: '日本語のテストファイルです\n',
  'euc-jp': '日本語のテストファイルです\n',
  'euc-kr': '한국어 테스트 파일입니다. 감사합니다\n',
  'windows-1252': 'Ein schöner Tag für große Übungen – “hier”\n',
  'windows-1251': 'Это пример текста на русском языке\n',
  'windows-1250': 'Příliš žluťoučký kůň úpěl ďábelské ódy, který se nachází v českém městě a jeho počátek\n',
  'iso-8859-2':
    'Příliš žluťoučký kůň úpěl ďábelské ódy, který se nachází v českém městě a jeho počátek. Jak žije můj přítel, který má rád hudbu?\n',
  'iso-8859-7': 'Αυτό είναι ένα παράδειγμα κειμένου\n',
  'koi8-r': 'Это пример текста на русском языке\n',
  'windows-1254': 'Bu bir örnek metindir, şöyle böyle ığüşöç\n',
  'windows-1255': 'זהו טקסט לדוגמה בעברית שלום\n',
  'windows-1256': 'هذا مثال على نص باللغة العربية\n',
}

describe('the encoding of a file', () => {
  it.each(Object.entries(SAMPLES))('is told for %s, also where it stands in a few comments of a program', (encoding, text) => {
    for (const whole of [text, `// ${text}${'int main() { return 0; }\n'.repeat(40)}`]) {
      const bytes = encode(whole, encoding)
      expect(detectEncoding(bytes, true)).toMatchObject({ kind: 'text', encoding })
      expect(survivesRoundTrip(bytes, decodeBytes(bytes, encoding), encoding)).toBe(true)
    }
  })

  it('is unsure where hardly anything tells', () => {
    expect(detectEncoding(encode('© nobody\n', 'windows-1252'), true)).toMatchObject({ kind: 'text', unsure: true })
    expect(detectEncoding(encode(SAMPLES['windows-1251'], 'windows-1251'), true)).toMatchObject({ unsure: false })
  })

  it('is broken UTF-8 where only a part does not fit', () => {
    const bytes = Buffer.concat([Buffer.from('schöne grüße aus dem süden, köln'), Buffer.from([0xff, 10])])
    expect(detectEncoding(bytes, true)).toMatchObject({ encoding: 'utf-8, damaged' })
  })

  it('is always one that gives back the same bytes, whatever they are, or is said to be none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60, min: 1 }), (array) => {
        const bytes = Buffer.from(array)
        const detected = detectEncoding(bytes, true)
        if (detected.kind === 'binary' || detected.encoding === 'utf-8, damaged' || detected.bomBytes > 0) return true
        return survivesRoundTrip(bytes, decodeBytes(bytes, detected.encoding), detected.encoding)
      }),
      { numRuns: 500 },
    )
  })
})

describe('writing in an encoding', () => {
  it.each(Object.entries(SAMPLES))('gives %s its bytes', (encoding, text) => {
    expect(encodeText(text, encoding, false)).toEqual({ ok: true, bytes: encode(text, encoding) })
  })

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le'])('puts a byte order mark before %s', (encoding) => {
    expect(encodeText('ä', encoding, true)).toEqual({ ok: true, bytes: encode('\ufeffä', encoding) })
  })

  it('never puts a question mark in place of what it has not', () => {
    const encoded = encodeText('a → b\n?\nc → ✓\n', 'windows-1252', false)
    expect(encoded).toEqual({
      ok: false,
      unwritable: [
        { character: '→', lines: [1, 3] },
        { character: '✓', lines: [3] },
      ],
    })
    expect(encoded.ok ? '' : describeUnwritable(encoded.unwritable)).toBe('“→” (U+2192, lines 1 and 3) and “✓” (U+2713, line 3)')
  })

  it('refuses half a character in UTF-8', () => {
    const encoded = encodeText('😀\n\ud800', 'utf-8', false)
    expect(encoded.ok ? '' : describeUnwritable(encoded.unwritable)).toBe('the character (U+D800, line 2)')
  })
})
