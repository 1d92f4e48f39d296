import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What stands for the `electron` executable in this run. */
export interface ElectronProgram {
  readonly runtime: 'electron' | 'chromium'
  readonly executable: string
  readonly args: readonly string[]
}

const root = new URL('../../../', import.meta.url)
export const standIn = (): ElectronProgram => ({
  runtime: 'chromium',
  executable: fileURLToPath(new URL('test/runtime/electron-standin', root)),
  args: ['--offscreen'],
})

/** Real Electron where its binary lies and a display can show it, else the stand-in. Nothing is downloaded. */
export function electronProgram(): ElectronProgram {
  const executable = installedElectron()
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
  if (executable === undefined || !hasDisplay) return standIn()
  return { runtime: 'electron', executable, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }
}

function installedElectron(): string | undefined {
  const pathFile = new URL('node_modules/electron/path.txt', root)
  if (!existsSync(pathFile)) return undefined
  const executable = fileURLToPath(new URL(`node_modules/electron/dist/${readFileSync(pathFile, 'utf8')}`, root))
  return existsSync(executable) ? executable : undefined
}
