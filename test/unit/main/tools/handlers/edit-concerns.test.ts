import { describe, expect, it } from 'vitest'
import { concernsOf } from '../../../../../main/tools/handlers/edit-concerns'
import { ReadFileToolHandler } from '../../../../../main/tools/handlers/read-file'
import { testTool } from '../../../../support/tool-config'
import { cpuTime } from '../../../../support/cpu-time'

const code = (count: number) => Array.from({ length: count }, (_, at) => `const value${at} = ${at}\n`).join('')
const concern = (before: string | undefined, after: string) => concernsOf({ path: 'a.ts', before, after }).join(' ')

describe('what a person should look at before it is written', () => {
  it('is a write that drops most of a file', () => {
    expect(concern(code(100), code(5))).toBe('It would leave 5 of the 100 lines in a.ts.')
    expect(concern(code(100), '')).toBe('It would leave 0 of the 100 lines in a.ts.')
    expect(concern(code(100), code(60))).toBe('')
    expect(concern(code(6), '')).toBe('')
    expect(concern(undefined, code(1))).toBe('')
  })

  it.each([
    '// ... rest of the code ...',
    '// ... existing code ...',
    '// existing code',
    '  # rest of the file remains unchanged',
    '/* Rest of component unchanged */',
    '{/* ... other sections stay the same ... */}',
    '<!-- previous content here -->',
    '-- remaining rules as before ...',
    '... (rest of the function)',
    '[... existing imports ...]',
    '// The other methods remain the same',
    '# code omitted for brevity',
    '// … unchanged …',
  ])('is a line that stands for code: %s', (line) => {
    expect(concern(code(3), `${code(3)}${line}\n`)).toContain('seems to stand for code that was left out')
  })

  it.each([
    '// the same as above, but for bytes',
    '// previous value, to compare with',
    '...rest,',
    'const { a, ...rest } = props',
    '# TODO: handle the remaining cases',
    '...',
    '    ...  # a stub',
    'print("rest of the code")',
    '// See the rest of RFC 9110 for why',
    '// keep the existing connection',
  ])('is not every comment: %s', (line) => {
    expect(concern(code(3), `${code(3)}${line}\n`)).toBe('')
  })

  it('is not what stood there before', () => {
    expect(concern('// rest of the code\na\n', 'b\n// rest of the code\n')).toBe('')
  })

  it('is a line number or a notice of a tool inside the file', () => {
    expect(concern(undefined, '1 | import a\n2 | import b\n')).toContain('line numbers of a tool: “1 | import a”')
    expect(concern(code(3), code(3).replace('const value1 = 1', '2 | const value1 = 2'))).toContain('line numbers of a tool')
    expect(concern(code(30), `${code(29)}117 | a\n118 | b\n`)).toContain('line numbers')
    expect(concern(undefined, 'a\n(All 120 lines.)\n')).toContain('notice of a tool')
    expect(concern(undefined, 'a\n(Lines 1-20 of 300. To go on: start_line=21.)\n')).toContain('notice of a tool')
  })

  it('is looked for in no time, whatever the lines', () => {
    const look = () => {
      for (const part of ['//', '...', '#', '12 | ', '(All ']) expect(concern(undefined, `${part}${' '.repeat(300_000)}x`)).toBe('')
    }
    expect(cpuTime(1_000, look)).toBeLessThan(1_000)
  })

  it('is every notice that read_file puts below a text', async () => {
    const long = `${'x'.repeat(3000)}\n`
    const tool = await testTool({ files: { a: Buffer.from(`${long.repeat(7)}Ein schöner Tag für große Übungen\n`, 'latin1') } })
    const read = await tool.call(new ReadFileToolHandler(), { path: 'a' })
    const notices = String(read.content).split('\n').slice(-8)
    expect(notices).toHaveLength(8)
    for (const notice of notices) expect(concern(undefined, `a\n${notice}\n`), notice).toContain('notice of a tool')
  })

  it('is not a table that has numbers', () => {
    expect(concern(undefined, 'a\n42 | the answer\n7 | lucky\n')).toBe('')
  })
})
