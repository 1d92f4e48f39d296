import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Settings, type SettingsPatch, defaultSettings, strictestActions } from '../../../../shared/settings'
import {
  joinPatches,
  patchDocument,
  readSettings,
  settingsKeys,
  strictDocument,
  withoutPatched,
} from '../../../../main/storage/settings-document'

const strict = { version: 1, actions: strictestActions, enableNotifications: false }

describe('reading settings', () => {
  test('from nothing gives the defaults', () => {
    expect(readSettings({})).toEqual({ settings: defaultSettings, refused: [] })
  })

  test('knows every setting there is', () => {
    expect(settingsKeys).toEqual(Object.keys(Settings.shape))
  })

  test('takes what fits and leaves each bad value at its default', () => {
    const { settings, refused } = readSettings({
      mode: 'plan',
      maxConsecutiveMistakes: 'many',
      recentFolders: ['/a', 7],
      yoloModeToggled: 1,
      somethingNewer: true,
      apiConfiguration: { ollamaBaseUrl: 'http://localhost:11434', requestTimeoutMs: -1, actModeApiProvider: 'demo', newer: {} },
    })
    expect(settings).toEqual({
      ...defaultSettings,
      mode: 'plan',
      apiConfiguration: { ollamaBaseUrl: 'http://localhost:11434', actModeApiProvider: 'demo' },
    })
    expect(refused.toSorted()).toEqual(['apiConfiguration.requestTimeoutMs', 'maxConsecutiveMistakes', 'recentFolders', 'yoloModeToggled'])
  })

  test.each([
    null,
    [[]],
    'all',
    7,
    { actions: null },
    { actions: [] },
    { actions: { editFiles: 'yes' } },
    { actions: { readFiles: null } },
  ])('allows nothing when the approvals read %j', (autoApprovalSettings) => {
    const { settings, refused } = readSettings({ autoApprovalSettings })
    expect(settings.autoApprovalSettings).toEqual(strict)
    expect(refused).toEqual(['autoApprovalSettings'])
  })

  test('takes an approval that is not named as not set', () => {
    const { settings } = readSettings({ autoApprovalSettings: { version: 9, actions: { editFiles: true, newerAction: true } } })
    expect(settings.autoApprovalSettings).toEqual({
      version: 9,
      actions: { ...defaultSettings.autoApprovalSettings.actions, editFiles: true },
      enableNotifications: false,
    })
  })

  test('never fails, gives legal settings, and allows no more than the document says, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...settingsKeys, 'other'), fc.jsonValue()), (document) => {
        const { settings } = readSettings(document)
        expect(Settings.safeParse(settings).success).toBe(true)
        if (document['yoloModeToggled'] !== true) expect(settings.yoloModeToggled).toBe(false)
      }),
    )
  })
})

describe('changing settings', () => {
  test('writes what is named and nothing else, and keeps unknown keys', () => {
    const before = {
      newer: { deep: [1] },
      maxConsecutiveMistakes: 'a value of a newer version',
      apiConfiguration: { newerUrl: 'x', ollamaBaseUrl: 'http://a' },
      autoApprovalSettings: { version: 4, newer: 1, actions: { newerAction: true, editFiles: false } },
    }
    const patch = {
      mode: 'plan' as const,
      apiConfiguration: { lmStudioBaseUrl: 'http://b' },
      autoApprovalSettings: { actions: { editFiles: true } },
    }
    expect(patchDocument(before, patch)).toEqual({
      refused: [],
      document: {
        ...before,
        mode: 'plan',
        apiConfiguration: { newerUrl: 'x', ollamaBaseUrl: 'http://a', lmStudioBaseUrl: 'http://b' },
        autoApprovalSettings: {
          version: 5,
          newer: 1,
          actions: { ...defaultSettings.autoApprovalSettings.actions, newerAction: true, editFiles: true },
          enableNotifications: false,
        },
      },
    })
  })

  test('clears a key of the provider settings with null', () => {
    const { document } = patchDocument(
      { apiConfiguration: { ollamaBaseUrl: 'http://a', newer: 1 } },
      { apiConfiguration: { ollamaBaseUrl: null } },
    )
    expect(document).toEqual({ apiConfiguration: { newer: 1 } })
  })

  test('refuses what does not fit, by name, and leaves it as it was', () => {
    const before = { mode: 'plan', apiConfiguration: { requestTimeoutMs: 5 } }
    // What a file or another program hands in has not met the schema yet.
    const patch = {
      mode: 'fly',
      unknown: 1,
      apiConfiguration: { requestTimeoutMs: 'soon', apiKey: 'no keys here' },
      autoApprovalSettings: { actions: { editFiles: 'yes', fly: true }, enableNotifications: 'no' },
    } as unknown as SettingsPatch
    const { document, refused } = patchDocument(before, patch)
    expect(document).toEqual({ ...before, autoApprovalSettings: undefined })
    expect(refused.toSorted()).toEqual([
      'apiConfiguration.apiKey',
      'apiConfiguration.requestTimeoutMs',
      'autoApprovalSettings.actions.editFiles',
      'autoApprovalSettings.actions.fly',
      'autoApprovalSettings.enableNotifications',
      'mode',
      'unknown',
    ])
  })

  test('raises the version of the approvals by one when they change, and only then', () => {
    const first = patchDocument({}, { autoApprovalSettings: { actions: { editFiles: true } } }).document
    expect(readSettings(first).settings.autoApprovalSettings).toMatchObject({ version: 2, actions: { editFiles: true } })
    expect(patchDocument(first, { autoApprovalSettings: { actions: { editFiles: true } } }).document).toEqual(first)
    const second = patchDocument(first, { autoApprovalSettings: { enableNotifications: true } }).document
    expect(readSettings(second).settings.autoApprovalSettings).toMatchObject({ version: 3, enableNotifications: true })
  })

  test('turns damaged approvals into whole ones that allow only what was just allowed', () => {
    const { document } = patchDocument(
      { autoApprovalSettings: { version: 6, actions: 'all' } },
      { autoApprovalSettings: { actions: { readFiles: true } } },
    )
    expect(readSettings(document)).toEqual({
      refused: [],
      settings: { ...defaultSettings, autoApprovalSettings: { ...strict, version: 7, actions: { ...strictestActions, readFiles: true } } },
    })
  })

  test('starts from no approval when the file was lost', () => {
    expect(readSettings(strictDocument)).toEqual({ settings: { ...defaultSettings, autoApprovalSettings: strict }, refused: [] })
  })
})

describe('patches', () => {
  const patch: fc.Arbitrary<SettingsPatch> = fc.record(
    {
      mode: fc.constantFrom('plan' as const, 'act' as const),
      maxConsecutiveMistakes: fc.integer({ min: 1, max: 9 }),
      recentFolders: fc.array(fc.string()),
      apiConfiguration: fc.record(
        {
          ollamaBaseUrl: fc.option(fc.string()),
          openAiHeaders: fc.option(fc.dictionary(fc.constantFrom('a', 'b'), fc.string())),
        },
        { requiredKeys: [] },
      ),
      autoApprovalSettings: fc.record(
        {
          actions: fc.record({ editFiles: fc.boolean(), useMcp: fc.boolean() }, { requiredKeys: [] }),
          enableNotifications: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  const withoutVersion = (document: Readonly<Record<string, unknown>>): object => {
    const { settings } = readSettings(document)
    return { ...settings, autoApprovalSettings: { ...settings.autoApprovalSettings, version: 0 } }
  }
  const apply = (document: Readonly<Record<string, unknown>>, change: SettingsPatch) => patchDocument(document, change).document

  test('joined do what both did, one after the other', () => {
    fc.assert(
      fc.property(patch, patch, patch, (start, first, second) => {
        const document = apply({}, start)
        expect(withoutVersion(apply(document, joinPatches(first, second)))).toEqual(withoutVersion(apply(apply(document, first), second)))
      }),
    )
  })

  test('give way to a later one: its values hold, the others stay', () => {
    fc.assert(
      fc.property(patch, patch, (over, later) => {
        const document = apply({}, later)
        expect(withoutVersion(apply(document, withoutPatched(over, later)))).toEqual(withoutVersion(apply(apply(document, over), later)))
      }),
    )
  })
})
