import type { KeyChord } from '../../ui/platform-keys'

/** Every key of the window, by the name of its action. The registry, the tooltips and the menus read it from here. */
export const actionKeys = {
  'palette.open': 'Mod+K',
  'task.new': 'Mod+N',
  'task.cancel': 'Mod+.',
  'folder.open': 'Mod+O',
  'settings.open': 'Mod+,',
  'sidebar.toggle': 'Mod+B',
  'panel.toggle': 'Mod+J',
  'panel.changes': 'Mod+Shift+G',
  'panel.terminal': 'Mod+Shift+K',
  'mode.toggle': 'Mod+Shift+A',
  'composer.focus': 'Mod+L',
  'card.focus': 'Mod+Shift+Enter',
  'ask.approve': 'Mod+Enter',
  'ask.reject': 'Mod+Backspace',
  'ask.edit': 'Mod+E',
  'ask.rule': 'Mod+Shift+E',
} as const satisfies Readonly<Record<string, KeyChord>>

export type KeyedAction = keyof typeof actionKeys

/** The key of an action, for a tooltip or a menu beside it. */
export const actionKey = (name: KeyedAction): KeyChord => actionKeys[name]
