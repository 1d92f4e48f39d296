import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStartOptions } from '../../../../main/electron/start-options'

describe('the options of a start', () => {
  it('take relative paths from where npm was called, else from the folder of the process', () => {
    const argv = ['/app', '--cwd', 'project', '--data-dir=data']
    expect(readStartOptions(argv, { INIT_CWD: '/home/me' })).toEqual({
      cwd: resolve('/home/me/project'),
      dataDir: resolve('/home/me/data'),
    })
    expect(readStartOptions(argv, {})).toEqual({ cwd: resolve('project'), dataDir: resolve('data') })
  })

  it('take the data folder from the option, then the environment, then the platform', () => {
    const env = { COUNTERSIGN_DATA_DIR: '/from/env', XDG_CONFIG_HOME: '' }
    expect(readStartOptions(['--data-dir', '/from/option'], env).dataDir).toBe(resolve('/from/option'))
    expect(readStartOptions([], env).dataDir).toBe(resolve('/from/env'))
    if (process.platform === 'linux') expect(readStartOptions([], {}).dataDir).toBe(join(homedir(), '.config', 'countersign'))
  })

  it('stand among switches of the browser and name no folder by themselves', () => {
    const argv = ['--no-sandbox', '--remote-debugging-port=0', '/app', '--data-dir', '/d', '--enable-features=A,B']
    expect(readStartOptions(argv, {})).toEqual({ dataDir: resolve('/d') })
    expect(readStartOptions(['--data-dir', '/d', '--cwd='], {})).toEqual({ dataDir: resolve('/d') })
  })
})
