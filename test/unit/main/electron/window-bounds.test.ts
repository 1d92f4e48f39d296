import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recallWindow, rememberWindow as remember, type RememberedWindow } from '../../../../main/electron/window-bounds'

const display = { x: 0, y: 0, width: 1920, height: 1080 }
const at = (x: number, y: number) => ({ bounds: { x, y, width: 800, height: 600 }, maximized: false })

function rememberWindow(file: string, window: RememberedWindow): void {
  remember(file, window, (error) => {
    throw error
  })
}

describe('the place of the window', () => {
  let folder: string
  const file = (): string => join(folder, 'deep', 'window.json')
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bounds-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is remembered', () => {
    rememberWindow(file(), { ...at(10, 20), maximized: true })
    expect(recallWindow(file(), [display])).toEqual({ ...at(10, 20), maximized: true })
  })

  it('is not known before the first quit, nor from a file that is damaged', () => {
    expect(recallWindow(file(), [display])).toBeUndefined()
    for (const text of ['', '{', '[]', '{"bounds":{"x":"1"}}', 'null']) {
      writeFileSync(join(folder, 'window.json'), text)
      expect(recallWindow(join(folder, 'window.json'), [display])).toBeUndefined()
    }
  })

  it('that can be neither written nor read costs a word and nothing else', () => {
    writeFileSync(join(folder, 'file'), '')
    const below = join(folder, 'file', 'window.json')
    const reported: unknown[] = []
    remember(below, at(0, 0), (error) => void reported.push(error))
    expect(reported).toHaveLength(1)
    expect(recallWindow(below, [display])).toBeUndefined()
    expect(recallWindow(folder, [display])).toBeUndefined()
  })

  it.each([
    [-2000, 0],
    [1900, 0],
    [0, 1060],
    [0, -50],
    [-780, 10],
  ])('at %i, %i, where it could not be taken hold of, is forgotten', (x, y) => {
    rememberWindow(file(), at(x, y))
    expect(recallWindow(file(), [display])).toBeUndefined()
    expect(recallWindow(file(), [display, { x: x - 10, y: y - 10, width: 900, height: 900 }])).toEqual(at(x, y))
  })
})
