import type { ResolvedPath, TaskConfig } from './task-config'

/**
 * The same view, in which a path is resolved once however often it is asked for: what is prepared is what was decided about, also where a
 * link is laid elsewhere between the two. For one look at one call.
 */
export function resolvingOnce(config: TaskConfig): TaskConfig {
  const { files } = config.services
  const known = new Map<string, Promise<ResolvedPath>>()
  const resolve = (path: string): Promise<ResolvedPath> => {
    const resolved = known.get(path) ?? files.resolve(path)
    known.set(path, resolved)
    return resolved
  }
  return { ...config, services: { ...config.services, files: { ...files, resolve } } }
}
