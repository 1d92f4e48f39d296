import { mkdir, readFile, readdir, rename, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Notice } from '../../../../shared/extension-state'
import { type SettingsPatch, defaultSettings, strictestActions } from '../../../../shared/settings'
import { StateManager } from '../../../../main/storage/state-manager'
import { StorageError } from '../../../../main/storage/storage-error'
import { tempFolder } from '../../../support/temp-folder'
import { eventually } from '../../../support/eventually'

async function setUp(content?: string | Buffer | object) {
  const file = join(await tempFolder(), 'settings.json')
  if (content !== undefined)
    await writeFile(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
  const start = async () => {
    const notices: Notice[] = []
    const recovered: string[] = []
    const manager = new StateManager({ file, onNotice: (notice) => notices.push(notice), onRecovered: (id) => recovered.push(id) })
    await manager.load()
    return { manager, notices, recovered, codes: () => notices.map(({ code }) => code) }
  }
  return { file, start, stored: async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8')) }
}

describe('settings', () => {
  test('are the defaults before anything was set, and no file is made by reading', async () => {
    const { file, start } = await setUp()
    const { manager, notices } = await start()
    expect(manager.getSettings()).toEqual(defaultSettings)
    await manager.flush()
    expect(await readdir(dirname(file))).toEqual([])
    expect(notices).toEqual([])
  })

  test('hold at once, are in the file after a flush, and at the next start', async () => {
    const { file, start, stored } = await setUp()
    const { manager } = await start()
    expect(manager.update({ mode: 'plan', apiConfiguration: { ollamaBaseUrl: 'http://localhost:1' } })).toEqual([])
    expect(manager.getSettings()).toMatchObject({ mode: 'plan', apiConfiguration: { ollamaBaseUrl: 'http://localhost:1' } })
    await manager.flush()
    expect(await stored()).toEqual({ mode: 'plan', apiConfiguration: { ollamaBaseUrl: 'http://localhost:1' } })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await start()).manager.getSettings()).toEqual(manager.getSettings())
  })

  test('of a newer version survive a change by this one', async () => {
    const newer = {
      mode: 'autopilot',
      theme: 'dark',
      apiConfiguration: { newProviderUrl: 'x' },
      autoApprovalSettings: { version: 3, actions: { newAction: true } },
    }
    const { start, stored } = await setUp(newer)
    const { manager, codes } = await start()
    expect(manager.getSettings().mode).toBe('act')
    expect(codes()).toEqual(['settings_refused'])
    manager.update({ preferredLanguage: 'Deutsch', autoApprovalSettings: { actions: { editFiles: true } } })
    await manager.flush()
    expect(await stored()).toMatchObject({
      ...newer,
      preferredLanguage: 'Deutsch',
      autoApprovalSettings: { version: 4, actions: { newAction: true, editFiles: true } },
    })
  })

  test('that do not fit are refused by name and change nothing', async () => {
    const { start, file } = await setUp()
    const { manager } = await start()
    expect(manager.update({ maxConsecutiveMistakes: 0 })).toEqual(['maxConsecutiveMistakes'])
    await manager.flush()
    expect(manager.getSettings()).toEqual(defaultSettings)
    expect(await readdir(dirname(file))).toEqual([])
  })

  test('are saved half a second after the last change, by themselves', async () => {
    const { start, stored } = await setUp()
    const { manager } = await start()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    manager.update({ mode: 'plan' })
    vi.advanceTimersByTime(500)
    await eventually(async () => expect(await stored()).toEqual({ mode: 'plan' }))
  })

  test('keep what another process changed in other keys meanwhile', async () => {
    const { file, start, stored } = await setUp({ mode: 'plan' })
    const { manager } = await start()
    await writeFile(
      file,
      JSON.stringify({ mode: 'plan', preferredLanguage: 'Deutsch', autoApprovalSettings: { version: 8, actions: { useMcp: true } } }),
    )
    manager.update({ recentFolders: ['/work'], autoApprovalSettings: { actions: { editFiles: true } } })
    await manager.flush()
    expect(await stored()).toMatchObject({
      preferredLanguage: 'Deutsch',
      recentFolders: ['/work'],
      autoApprovalSettings: { version: 9, actions: { useMcp: true, editFiles: true } },
    })
  })

  test('before they were loaded are a bug', async () => {
    const manager = new StateManager({ file: '/nowhere/settings.json' })
    expect(() => manager.getSettings()).toThrow(/load/)
    expect(() => manager.update({ mode: 'plan' })).toThrow(/load/)
  })
})

describe('listeners', () => {
  test('hear which keys differ, and what did not change keeps its identity', async () => {
    const { manager } = await (await setUp()).start()
    const heard: unknown[] = []
    const stop = manager.subscribe((keys) => heard.push(keys))
    const before = manager.getSettings()
    manager.update({ mode: 'plan' })
    manager.update({ mode: 'plan' })
    manager.update({ autoApprovalSettings: { actions: { editFiles: true } }, maxConsecutiveMistakes: 3 })
    stop()
    manager.update({ mode: 'act' })
    expect(heard).toEqual([['mode'], ['autoApprovalSettings']])
    expect(manager.getSettings().apiConfiguration).toBe(before.apiConfiguration)
    await manager.flush()
  })
})

describe('an override', () => {
  test('holds for this run and is never written', async () => {
    const { start, stored } = await setUp({ mode: 'act', apiConfiguration: { ollamaBaseUrl: 'http://a' } })
    const { manager } = await start()
    const over = { mode: 'plan' as const, apiConfiguration: { ollamaBaseUrl: null }, autoApprovalSettings: { actions: { useMcp: true } } }
    expect(manager.override(over)).toEqual([])
    expect(manager.getSettings()).toMatchObject({ mode: 'plan', apiConfiguration: {}, autoApprovalSettings: { actions: { useMcp: true } } })
    manager.update({ preferredLanguage: 'Deutsch' })
    await manager.flush()
    expect(await stored()).toEqual({ mode: 'act', apiConfiguration: { ollamaBaseUrl: 'http://a' }, preferredLanguage: 'Deutsch' })
  })

  test('gives way to the person, for the keys they set and no others', async () => {
    const { manager } = await (await setUp()).start()
    manager.override({ mode: 'plan', maxConsecutiveMistakes: 7, autoApprovalSettings: { actions: { useMcp: true, editFiles: true } } })
    manager.update({ mode: 'act', autoApprovalSettings: { actions: { editFiles: false } } })
    const { mode, maxConsecutiveMistakes, autoApprovalSettings } = manager.getSettings()
    expect([mode, maxConsecutiveMistakes, autoApprovalSettings.actions.useMcp, autoApprovalSettings.actions.editFiles]).toEqual([
      'act',
      7,
      true,
      false,
    ])
    await manager.flush()
  })

  test('names what it does not know', async () => {
    const { manager } = await (await setUp()).start()
    // As it comes out of a file that a person wrote.
    const over = { modus: 'plan', apiConfiguration: { requestTimeoutMs: 'x' } } as unknown as SettingsPatch
    expect(manager.override(over)).toEqual(['modus', 'apiConfiguration.requestTimeoutMs'])
  })

  test('and each change of the approvals raises their version', async () => {
    const { manager } = await (await setUp()).start()
    const versions: number[] = []
    manager.subscribe(() => versions.push(manager.getSettings().autoApprovalSettings.version))
    manager.update({ autoApprovalSettings: { actions: { editFiles: true } } })
    manager.override({ autoApprovalSettings: { actions: { useMcp: true } } })
    manager.update({ autoApprovalSettings: { actions: { useMcp: false } } })
    manager.update({ autoApprovalSettings: { enableNotifications: true } })
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
    expect(versions.length).toBeGreaterThanOrEqual(3)
    const last = manager.getSettings().autoApprovalSettings
    manager.override({ autoApprovalSettings: { actions: { useBrowser: true } } })
    manager.update({ autoApprovalSettings: { actions: { useBrowser: false } } })
    manager.update({ mode: 'plan' })
    expect(manager.getSettings().autoApprovalSettings).toEqual({ ...last, version: last.version + 2 })
    await manager.flush()
  })
})

describe('a settings file that is', () => {
  test.each([
    ['empty', ''],
    ['cut', '{"mode":"plan","autoApp'],
    ['zeros', Buffer.alloc(64)],
    ['random', Buffer.from([1, 200, 255, 3])],
    ['null', 'null'],
    ['an array', '[]'],
    ['a text', '"settings"'],
  ])('%s: the app starts, approves nothing, keeps a copy and tells once', async (_, content) => {
    const { file, start } = await setUp(content)
    const first = await start()
    expect(first.manager.getSettings()).toEqual({
      ...defaultSettings,
      autoApprovalSettings: { ...defaultSettings.autoApprovalSettings, actions: strictestActions },
    })
    expect(first.codes()).toEqual(['settings_damaged'])
    await first.manager.flush()
    const copies = (await readdir(dirname(file))).filter((name) => name.includes('.corrupt-'))
    expect(copies).toHaveLength(1)
    expect((await readFile(join(dirname(file), copies[0]))).equals(Buffer.from(content))).toBe(true)

    const second = await start()
    expect(second.notices).toEqual([])
    expect(second.manager.getSettings().autoApprovalSettings.actions).toEqual(strictestActions)
    second.manager.update({ mode: 'plan' })
    await second.manager.flush()
    expect((await start()).manager.getSettings().autoApprovalSettings.actions).toEqual(strictestActions)
  })

  test('whole but for the approvals: only they fall, to nothing, and it is told', async () => {
    const { start } = await setUp({ mode: 'plan', autoApprovalSettings: { version: 2, actions: 'all' } })
    const { manager, notices } = await start()
    expect(manager.getSettings()).toMatchObject({ mode: 'plan', autoApprovalSettings: { version: 2, actions: strictestActions } })
    expect(notices).toHaveLength(1)
    expect(notices[0]?.text).toContain('All automatic approvals are off.')
  })

  test('broken while the app runs: a copy is kept and the settings are written anew', async () => {
    const { file, start, stored } = await setUp({ mode: 'plan' })
    const { manager } = await start()
    await writeFile(file, '{"mode":')
    manager.update({ preferredLanguage: 'Deutsch' })
    await manager.flush()
    expect(await stored()).toEqual({ mode: 'plan', preferredLanguage: 'Deutsch' })
    expect((await readdir(dirname(file))).some((name) => name.includes('.corrupt-'))).toBe(true)
  })

  test('not readable: nothing is approved and it is never overwritten', async () => {
    const { file, start } = await setUp()
    await mkdir(file)
    const { manager, codes } = await start()
    expect(manager.getSettings().autoApprovalSettings.actions).toEqual(strictestActions)
    await expect(manager.flush()).rejects.toThrow(StorageError)
    expect(codes()).toEqual(['settings_damaged', 'settings_not_saved'])
    expect((await stat(file)).isDirectory()).toBe(true)
  })
})

describe('when saving fails', () => {
  test('work goes on, it is told once, and saved later by itself', async () => {
    const { file, start, stored } = await setUp({ mode: 'act' })
    const { manager, codes, recovered } = await start()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    // The file's place is taken by a folder, as for a file that cannot be replaced; it works for every user.
    await rename(file, `${file}.away`)
    await mkdir(file)
    manager.update({ mode: 'plan' })
    await expect(manager.flush()).rejects.toThrow(StorageError)
    manager.update({ preferredLanguage: 'Deutsch' })
    await expect(manager.flush()).rejects.toThrow(StorageError)
    expect(codes()).toEqual(['settings_not_saved'])
    expect(manager.getSettings()).toMatchObject({ mode: 'plan', preferredLanguage: 'Deutsch' })
    await rmdir(file)
    await rename(`${file}.away`, file)
    vi.advanceTimersByTime(30_000)
    await eventually(() => expect(recovered).toEqual(['settings-not-saved']))
    expect(await stored()).toEqual({ mode: 'plan', preferredLanguage: 'Deutsch' })
  })
})
