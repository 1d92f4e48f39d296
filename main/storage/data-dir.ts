import { join, posix, win32 } from 'node:path'
import { removeLeftovers } from './atomic-write'
import { adoptFolder, closeToOthers, makePrivateFolder } from './folders'

const FOLDER_NAME = 'countersign'

/** Where everything that outlives a run is kept. */
export interface DataPaths {
  readonly root: string
  readonly settings: string
  readonly rules: string
  /** What the person trusted of project folders. */
  readonly trust: string
  /** The person's own hooks. */
  readonly hooks: string
  readonly secrets: string
  /** The person's own file of MCP servers. */
  readonly mcpSettings: string
  /** One folder per task, named by its id. */
  readonly tasks: string
  /** Caches and small state that can be made again. */
  readonly state: string
  readonly history: string
  readonly attachments: string
  readonly logs: string
}

/** The platform's folder for application data + `countersign`: the same for the app and for headless. */
export function defaultDataDir(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>, home: string): string {
  if (platform === 'win32') return win32.join(env['APPDATA'] || win32.join(home, 'AppData', 'Roaming'), FOLDER_NAME)
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', FOLDER_NAME)
  const configured = env['XDG_CONFIG_HOME']
  // The specification of these folders says that a relative path is to be ignored.
  return posix.join(configured && posix.isAbsolute(configured) ? configured : posix.join(home, '.config'), FOLDER_NAME)
}

export function dataPaths(dir: string): DataPaths {
  return {
    root: dir,
    settings: join(dir, 'settings.json'),
    rules: join(dir, 'rules.json'),
    trust: join(dir, 'trust.json'),
    hooks: join(dir, 'hooks'),
    secrets: join(dir, 'secrets.json'),
    mcpSettings: join(dir, 'settings', 'cline_mcp_settings.json'),
    tasks: join(dir, 'tasks'),
    state: join(dir, 'state'),
    history: join(dir, 'state', 'taskHistory.json'),
    attachments: join(dir, 'attachments'),
    logs: join(dir, 'logs'),
  }
}

/** Makes the data folder ready, closed to others. Rejects with a StorageError when it cannot be made. */
export async function prepareDataDir(dir: string): Promise<DataPaths> {
  const paths = dataPaths(dir)
  await adoptFolder(paths.root)
  for (const folder of [paths.tasks, paths.state, paths.attachments, paths.logs, paths.hooks]) {
    if (!(await makePrivateFolder(folder))) await closeToOthers(folder)
  }
  await removeLeftovers(paths.root)
  await removeLeftovers(paths.state)
  return paths
}
