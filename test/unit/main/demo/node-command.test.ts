import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeCommand } from '../../../../main/demo/node-command'
import { tempFolder } from '../../../support/temp-folder'

const around = { env: {}, platform: 'linux', execPath: "/opt/Peter's app/countersign", isElectron: true } as const

describe('nodeCommand', () => {
  it('is node where the PATH has one', async () => {
    const folder = await tempFolder()
    const path = `/nowhere:${folder}`
    expect(nodeCommand({ ...around, env: { PATH: path } })).not.toBe('node')
    await writeFile(join(folder, 'node'), '#!/bin/sh\n')
    await chmod(join(folder, 'node'), 0o755)
    expect(nodeCommand({ ...around, env: { PATH: path } })).toBe('node')
  })

  it('is this very program where there is none, quoted, and told to be Node', () => {
    expect(nodeCommand(around)).toBe("ELECTRON_RUN_AS_NODE=1 '/opt/Peter'\\''s app/countersign'")
    expect(nodeCommand({ ...around, isElectron: false })).toBe("'/opt/Peter'\\''s app/countersign'")
    expect(nodeCommand({ ...around, platform: 'win32', execPath: 'C:\\App\\app.exe' })).toBe(
      'set "ELECTRON_RUN_AS_NODE=1" && "C:\\App\\app.exe"',
    )
  })
})
