// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { MiddleEllipsis } from '../../../../renderer/ui/middle-ellipsis'

const LONG = `/${'a/very/long/path/'.repeat(4)}to/sum.js`

describe('a path without its middle', () => {
  afterEach(cleanup)

  it('holds the whole text, in one piece for those who listen and hover', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const { container } = render(<MiddleEllipsis text={text} />)
        expect(container.textContent).toBe(text)
        expect(container.querySelector('span')?.title).toBe(text)
        cleanup()
      }),
      { numRuns: 60 },
    )
  })

  it('keeps the name of the file to the end', () => {
    const { container } = render(<MiddleEllipsis text={LONG} />)
    expect([...container.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([LONG.slice(0, -7), '/sum.js'])
  })

  it('stays in one piece when it is short, so that it is found and copied as one', () => {
    const { container } = render(<MiddleEllipsis text="src/sum.js" />)
    expect([...container.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['src/sum.js'])
  })

  it('is copied as it is, not as it looks', () => {
    const { container } = render(<MiddleEllipsis text={LONG} />)
    const box = container.querySelector('span')
    if (!box) throw new Error('nothing was drawn')
    document.getSelection()?.selectAllChildren(box)
    const data = new Map<string, string>()
    fireEvent.copy(box, { clipboardData: { setData: (type: string, text: string) => data.set(type, text) } })
    expect(data.get('text/plain')).toBe(LONG)
  })
})
