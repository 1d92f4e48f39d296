import { describe, expect, it } from 'vitest'
import { ariaKey, keyNames, matchesKey } from '../../../../renderer/ui/platform-keys'

const event = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more })

describe('keys', () => {
  it('mean Command on a Mac and Control elsewhere', () => {
    expect(matchesKey(event('k', { metaKey: true }), 'Mod+K', true)).toBe(true)
    expect(matchesKey(event('k', { ctrlKey: true }), 'Mod+K', true)).toBe(false)
    expect(matchesKey(event('k', { ctrlKey: true }), 'Mod+K', false)).toBe(true)
    expect(matchesKey(event('k', { metaKey: true }), 'Mod+K', false)).toBe(false)
  })

  it('are another key with a modifier more or less', () => {
    expect(matchesKey(event('A', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+A', false)).toBe(true)
    expect(matchesKey(event('a', { ctrlKey: true }), 'Mod+Shift+A', false)).toBe(false)
    expect(matchesKey(event('k', { ctrlKey: true, altKey: true }), 'Mod+K', false)).toBe(false)
    expect(matchesKey(event('Enter'), 'Mod+Enter', false)).toBe(false)
  })

  it('are written as the system writes them', () => {
    expect(keyNames('Mod+Shift+A', true)).toEqual(['⌘', '⇧', 'A'])
    expect(keyNames('Mod+Enter', false)).toEqual(['Ctrl', 'Enter'])
    expect(ariaKey('Mod+K', true)).toBe('Meta+K')
    expect(ariaKey('Mod+K', false)).toBe('Control+K')
  })
})
