import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataPaths, defaultDataDir, prepareDataDir } from '../../../../main/storage/data-dir'
import { startChild } from './support/child'
import { tempFolder } from '../../../support/temp-folder'

describe('the default data folder', () => {
  test.each([
    ['linux', {}, '/home/ada/.config/countersign'],
    ['linux', { XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/countersign'],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/countersign'],
    ['linux', { XDG_CONFIG_HOME: '' }, '/home/ada/.config/countersign'],
    ['darwin', {}, '/home/ada/Library/Application Support/countersign'],
    ['win32', { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }, 'C:\\Users\\ada\\AppData\\Roaming\\countersign'],
  ] as const)('on %s with %j is %s', (platform, env, expected) => {
    expect(defaultDataDir(platform, env, '/home/ada')).toBe(expected)
  })

  test('on Windows without APPDATA lies in the home folder', () => {
    expect(defaultDataDir('win32', {}, 'C:\\Users\\ada')).toBe('C:\\Users\\ada\\AppData\\Roaming\\countersign')
  })
})

describe('a data folder', () => {
  test('names everything below itself', () => {
    expect(dataPaths('/data')).toEqual({
      root: '/data',
      settings: '/data/settings.json',
      rules: '/data/rules.json',
      trust: '/data/trust.json',
      hooks: '/data/hooks',
      secrets: '/data/secrets.json',
      mcpSettings: '/data/settings/cline_mcp_settings.json',
      tasks: '/data/tasks',
      state: '/data/state',
      history: '/data/state/taskHistory.json',
      attachments: '/data/attachments',
      logs: '/data/logs',
    })
  })

  test('can be prepared again and again', async () => {
    const dir = join(await tempFolder(), 'data')
    await prepareDataDir(dir)
    await prepareDataDir(dir)
    expect((await readdir(dir)).sort()).toEqual(['attachments', 'hooks', 'logs', 'state', 'tasks'])
  })

  test('closes again what was opened below it', async () => {
    const dir = await tempFolder()
    await mkdir(join(dir, 'tasks'), { mode: 0o755 })
    await prepareDataDir(dir)
    expect((await stat(join(dir, 'tasks'))).mode & 0o777).toBe(0o700)
  })
})

describe.skipIf(process.platform === 'win32')('with a umask', () => {
  test.each(['000', '022', '777'])('of %s every folder is closed to others, and every file readable by its owner alone', async (umask) => {
    const dir = join(await tempFolder(), 'deep', 'data')
    const script = `umask ${umask}; exec "$@"`
    const child = startChild('prepare-data-dir.ts', [dir, '01J00000000000000000000000'], ['sh', '-c', script, 'sh'])
    expect(await child.exited).toBe(0)
    const modes: Record<string, string> = {}
    for (const entry of [dir, ...(await readdir(dir, { recursive: true })).map((name) => join(dir, name))]) {
      const stats = await stat(entry)
      modes[entry] = `${stats.isDirectory() ? 'folder' : 'file'} ${(stats.mode & 0o777).toString(8)}`
    }
    expect(new Set(Object.values(modes))).toEqual(new Set(['folder 700', 'file 600']))
    expect(Object.keys(modes)).toEqual(expect.arrayContaining(['settings.json', 'secrets.json', 'tasks'].map((name) => join(dir, name))))
  })
})
