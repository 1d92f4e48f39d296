/** A key as the registry writes it: `Mod+Shift+A`, where Mod is Command on a Mac and Control elsewhere. */
export type KeyChord = string

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** True on systems whose shortcuts use the Command key. */
export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

/** True when the event is exactly this chord: a modifier too many is another key. */
export function matchesKey(event: PressedKey, chord: KeyChord, apple = isApple()): boolean {
  const parts = chord.split('+')
  const key = parts.at(-1) ?? ''
  const wants = (name: string): boolean => parts.includes(name)
  const control = wants('Ctrl') || (wants('Mod') && !apple)
  const meta = wants('Mod') && apple
  if (event.ctrlKey !== control || event.metaKey !== meta) return false
  if (event.shiftKey !== wants('Shift') || event.altKey !== wants('Alt')) return false
  return event.key.toLowerCase() === key.toLowerCase()
}

/** The chord as people read it on this system, one entry per key. */
export function keyNames(chord: KeyChord, apple = isApple()): readonly string[] {
  return chord.split('+').map((part) => (apple ? (appleNames[part] ?? part) : (otherNames[part] ?? part)))
}

/** The chord for `aria-keyshortcuts`. */
export const ariaKey = (chord: KeyChord, apple = isApple()): string => chord.replace('Mod', apple ? 'Meta' : 'Control')

const appleNames: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃', Enter: '↩', Backspace: '⌫' }
const otherNames: Readonly<Record<string, string>> = { Mod: 'Ctrl' }
