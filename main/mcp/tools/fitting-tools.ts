import type { OfferedTool } from '../mcp-hub'

/** Characters of names, descriptions and schemas that tools of servers may take of each request. */
const MAX_LENGTH = 120_000
/** Providers take 128 tools, ours and those of subagents among them. */
const MAX_TOOLS = 90

/** Those that have room in a request, in the same order. No server takes the room of another: each gives one of its tools in turn. */
export function fittingTools(tools: readonly OfferedTool[]): readonly OfferedTool[] {
  const fitting = new Set<OfferedTool>()
  let length = 0
  for (const offered of inTurn(tools)) {
    const { nativeName, server, tool } = offered
    const own = nativeName.length + server.length + tool.description.length + JSON.stringify(tool.inputSchema).length
    if (fitting.size === MAX_TOOLS) break
    if (length + own > MAX_LENGTH) continue
    length += own
    fitting.add(offered)
  }
  return tools.filter((tool) => fitting.has(tool))
}

function inTurn(tools: readonly OfferedTool[]): readonly OfferedTool[] {
  const servers = [...Map.groupBy(tools, ({ server }) => server).values()]
  const turns = Math.max(0, ...servers.map((own) => own.length))
  return Array.from({ length: turns }, (_, turn) => servers.flatMap((own) => own[turn] ?? [])).flat()
}
