/** More changes at once than this are not told one by one. */
const MAX_SINGLE = 1_000

export interface GroupedPaths {
  readonly single: readonly string[]
  /** Folders right below the project's, which stand for all that changed in them; "." for the files beside them. */
  readonly folders: readonly { readonly path: string; readonly count: number }[]
}

/** Paths as they are, unless there are too many: then the fullest folders stand for theirs, until few enough are left. */
export function groupPaths(paths: readonly string[], most = MAX_SINGLE): GroupedPaths {
  if (paths.length <= most) return { single: paths, folders: [] }
  const byFolder = Map.groupBy(paths, (path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.'))
  const folders: { path: string; count: number }[] = []
  let left = paths.length
  for (const [path, { length: count }] of [...byFolder].sort(([, a], [, b]) => b.length - a.length)) {
    if (left <= most) break
    folders.push({ path, count })
    byFolder.delete(path)
    left -= count
  }
  return { single: [...byFolder.values()].flat(), folders }
}
