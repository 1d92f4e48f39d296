import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AutoApprovalActions,
  Settings,
  SettingsPatch,
  autoApprovalActionNames,
  defaultSettings,
  strictestActions,
} from '../../../shared/settings'
import { runs } from './runs'
import { arbitraryOf } from './schema-arbitrary'

describe('Settings', () => {
  it('have defaults that they accept themselves', () => {
    expect(Settings.parse(defaultSettings)).toEqual(defaultSettings)
  })

  it('start with nothing allowed that writes, leaves the project or runs what is not known to be safe', () => {
    expect(defaultSettings.autoApprovalSettings.actions).toEqual({ ...strictestActions, readFiles: true, executeSafeCommands: true })
    expect(defaultSettings).toMatchObject({ strictPlanModeEnabled: true, yoloModeToggled: false, autoApproveAllToggled: false })
  })

  it('have a strictest form with every category off', () => {
    expect(Object.keys(strictestActions)).toEqual([...autoApprovalActionNames])
    expect(Object.values(strictestActions).some(Boolean)).toBe(false)
    expect(AutoApprovalActions.parse(strictestActions)).toEqual(strictestActions)
  })

  it('hold no secret: no key of them is named after one', () => {
    const names = Object.keys(Settings.shape.apiConfiguration.shape)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => /key|token(?!s)|secret|password/i.test(name))).toEqual([])
  })

  it('survive the file unchanged', () => {
    fc.assert(
      fc.property(arbitraryOf(Settings), (settings) => {
        expect(Settings.parse(JSON.parse(JSON.stringify(settings)))).toEqual(settings)
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('SettingsPatch', () => {
  it('is nothing when nothing is said: no default comes along', () => {
    expect(SettingsPatch.parse({})).toEqual({})
    expect(SettingsPatch.parse({ autoApprovalSettings: { actions: {} } })).toEqual({ autoApprovalSettings: { actions: {} } })
  })

  it('holds exactly what was said, whatever was left out', () => {
    fc.assert(
      fc.property(arbitraryOf(SettingsPatch), (patch) => {
        const parsed = SettingsPatch.parse(JSON.parse(JSON.stringify(patch)))
        expect(parsed).toEqual(patch)
        expect(Object.keys(parsed).toSorted()).toEqual(Object.keys(patch).toSorted())
      }),
      { numRuns: runs(100) },
    )
  })

  it('cannot carry what is no setting', () => {
    expect(SettingsPatch.parse({ apiKey: 'k', taskHistory: [], mode: 'plan' })).toEqual({ mode: 'plan' })
  })

  it('cannot carry a version of the approvals: ordering them is the work of the main process', () => {
    expect(SettingsPatch.parse({ autoApprovalSettings: { version: 99, enableNotifications: true } })).toEqual({
      autoApprovalSettings: { enableNotifications: true },
    })
  })

  it.each([
    [{ mode: 'yolo' }],
    [{ maxConsecutiveMistakes: 0 }],
    [{ terminalOutputLineLimit: 9 }],
    [{ autoApprovalSettings: { actions: { readFiles: 'yes' } } }],
    [{ recentFolders: '/p' }],
    [{ apiConfiguration: null }],
  ])('refuses %j', (patch) => {
    expect(SettingsPatch.safeParse(patch).success).toBe(false)
  })
})
