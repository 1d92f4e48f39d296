import { describe, expect, it } from 'vitest'
import { actionKeys } from '../../../../../renderer/features/palette/action-keys'
import { appActions, keyOf, runAction } from '../../../../../renderer/features/palette/app-actions'
import { fakeBridge } from '../../../../support/fake-bridge'
import { partsOn } from '../../../../support/render-with-app'

describe('the list of actions', () => {
  it('names each action and each key once', () => {
    const names = appActions.map(({ name }) => name)
    const keys = appActions.map(keyOf).filter(Boolean)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('has an action for every key', () => {
    const names = appActions.map(({ name }) => name)
    expect(Object.keys(actionKeys).filter((name) => !names.includes(name))).toEqual([])
  })

  it('begins labels with a capital and shouts nowhere', () => {
    for (const { label } of appActions) expect(label).toMatch(/^[A-Z][^!]*[^.!]$/)
  })

  it('runs nothing that makes no sense now', () => {
    const bridge = fakeBridge({})
    const parts = partsOn(bridge)
    for (const name of ['task.cancel', 'ask.approve', 'ask.reject', 'mode.toggle', 'command.detach', 'no.such.action'])
      runAction(parts, name)
    expect(bridge.calls).toEqual([])
  })

  it('runs an action by the name that the menu uses', () => {
    const parts = partsOn(fakeBridge({}))
    runAction(parts, 'settings.open')
    expect(parts.store.getState().ui.view).toBe('settings')
  })

  it('opens the dialog with the typed path for another project, whatever the system offers', () => {
    const bridge = fakeBridge({})
    const parts = partsOn(bridge)
    runAction(parts, 'folder.open')
    expect(parts.store.getState().ui.folderDialogOpen).toBe(true)
    expect(bridge.inputsOf('folder.pick')).toEqual([])
  })
})
