/** A path as people read it: relative inside of the project, `~` for the home folder, else as it is. */
export function shortPath(path: string, cwd: string | undefined, homeDir: string): string {
  if (path === '.' || (cwd !== undefined && path === cwd)) return 'the project folder'
  return below(path, cwd) ?? tilde(path, homeDir)
}

/** A folder as people read it, with `~` for the home folder. */
export function tilde(path: string, homeDir: string): string {
  const rest = below(path, homeDir)
  return rest === undefined ? path : `~/${rest}`
}

/** The last part of a path: what a project is called. */
export const lastPart = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? path

function below(path: string, folder: string | undefined): string | undefined {
  if (!folder) return undefined
  const start = /[\\/]$/.test(folder) ? folder : `${folder}${folder.includes('\\') ? '\\' : '/'}`
  return path.startsWith(start) && path.length > start.length ? path.slice(start.length) : undefined
}
