import type { McpPort, McpToolFacts } from './mcp-port'
import type { ResolvedPath, TaskConfig } from './task-config'

/**
 * The same view, in which a path is resolved once however often it is asked for, and an MCP tool looked up once: what is prepared is what
 * was decided about, also where a link is laid elsewhere or a server changes its tools between the two. For one look at one call.
 */
export function resolvingOnce(config: TaskConfig): TaskConfig {
  const { files, mcp } = config.services
  const known = new Map<string, Promise<ResolvedPath>>()
  const resolve = (path: string): Promise<ResolvedPath> => {
    const resolved = known.get(path) ?? files.resolve(path)
    known.set(path, resolved)
    return resolved
  }
  let tools: readonly McpToolFacts[] | undefined
  const seen: McpPort = {
    ...mcp,
    tools: () => (tools ??= mcp.tools()),
    settled: async (server, signal) => {
      await mcp.settled(server, signal)
      tools = undefined
    },
  }
  return { ...config, services: { ...config.services, files: { ...files, resolve }, mcp: seen } }
}
