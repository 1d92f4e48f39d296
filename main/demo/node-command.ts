import { delimiter, join } from 'node:path'
import { isProgram } from '../terminal/is-program'

/** What the demo needs to know of the machine. */
export interface NodeSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly execPath: string
  readonly isElectron: boolean
}

export const ownSurroundings = (): NodeSurroundings => ({
  env: process.env,
  platform: process.platform,
  execPath: process.execPath,
  isElectron: process.versions['electron'] !== undefined,
})

/** `node` if the PATH has one, else this very program, which is one too (Electron has to be told so). */
export const nodeCommand = (around: NodeSurroundings): string => (hasNode(around) ? 'node' : ownNodeCommand(around))

export function ownNodeCommand({ platform, execPath, isElectron }: NodeSurroundings): string {
  const quoted = platform === 'win32' ? `"${execPath}"` : `'${execPath.replaceAll("'", "'\\''")}'`
  if (!isElectron) return quoted
  return platform === 'win32' ? `set "ELECTRON_RUN_AS_NODE=1" && ${quoted}` : `ELECTRON_RUN_AS_NODE=1 ${quoted}`
}

function hasNode({ env, platform }: NodeSurroundings): boolean {
  const path = env['PATH'] ?? env['Path'] ?? ''
  const name = platform === 'win32' ? 'node.exe' : 'node'
  return path.split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, name)))
}
