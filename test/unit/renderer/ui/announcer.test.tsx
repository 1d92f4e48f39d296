// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Announce, Announcer, useAnnounce } from '../../../../renderer/ui/announcer'

function drawn(): Announce {
  let announce: Announce | undefined
  function Speaker() {
    announce = useAnnounce()
    return null
  }
  render(
    <Announcer>
      <Speaker />
    </Announcer>,
  )
  if (!announce) throw new Error('nothing was drawn')
  return announce
}
const region = (urgency: string) => document.querySelector(`[aria-live="${urgency}"]`)?.textContent

describe('the announcer', () => {
  afterEach(cleanup)

  it('has both regions before anything is said', () => {
    drawn()
    expect([region('polite'), region('assertive')]).toEqual(['', ''])
  })

  it('says each thing in the region of its urgency', () => {
    const announce = drawn()
    act(() => {
      announce('A reply')
      announce('Waiting for you: Run npm test', 'assertive')
    })
    expect([region('polite'), region('assertive')]).toEqual(['A reply', 'Waiting for you: Run npm test'])
  })

  it('changes its text even when the same words are said again', () => {
    const announce = drawn()
    act(() => announce('Done'))
    const first = region('polite')
    act(() => announce('Done'))
    const second = region('polite')
    expect(second).not.toBe(first)
    expect(second?.trim()).toBe('Done')
  })
})
