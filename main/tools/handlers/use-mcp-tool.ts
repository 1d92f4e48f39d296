import { z } from 'zod'
import { type Effects, noEffects } from '../../../shared/effects'
import type { McpCall } from '../../../shared/mcp'
import { ClineDefaultTool } from '../../../shared/tools'
import type { McpPort, McpToolFacts } from '../mcp-port'
import type { TaskConfig } from '../task-config'
import {
  type IFullyManagedTool,
  type OfferContext,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  toolFailed,
  type ToolResponse,
  type ToolUse,
} from '../tool-handler'
import { objectField, textField } from './input-fields'
import { progressOn, showNotifications } from './mcp-progress'
import { mcpFailed, mcpResponse } from './mcp-result'
import { describeCall, readableText } from './partial-input'
import { strangersText } from './strangers-text'

const description = `Call a tool of an MCP server that you were not given as a tool of its own. load_mcp_documentation lists them with their schemas.`

const Input = z.object({
  server_name: textField('The name of the server.'),
  tool_name: textField('The name of the tool, as its server lists it.'),
  arguments: objectField('The arguments of that tool: an object as its schema wants it.'),
})
type Input = z.infer<typeof Input>

/** The very tool and arguments that were shown and approved. */
interface Basis {
  readonly tool: McpToolFacts
  readonly args: Readonly<Record<string, unknown>>
}

/** All calls of MCP tools end here, also those under a tool's own name. */
export class UseMcpToolHandler implements IFullyManagedTool<Input, Basis> {
  readonly name = ClineDefaultTool.MCP_USE
  readonly spec = {
    description,
    input: Input,
    offered: ({ features }: OfferContext) => features.has('mcpTools'),
    understood: ({ features }: OfferContext) => features.has('mcp'),
  }

  async effects({ server_name: server, tool_name: target }: Input, { services, signal }: TaskConfig): Promise<Effects> {
    // Only this call waits for a server that still starts: what is asked about must be known.
    if (!toolOf(services.mcp, server, target)) await services.mcp.settled(server, signal)
    const found = toolOf(services.mcp, server, target)
    const effect = { server, target, readOnly: found?.tool.readOnly ?? false, approved: found?.autoApproved ?? false }
    return { ...noEffects, mcp: [found ? { ...effect, hash: found.tool.hash } : effect] }
  }

  prepare({ server_name: server, tool_name: target, arguments: args = {} }: Input, { services }: TaskConfig): Promise<Preparation<Basis>> {
    const data: McpCall = { type: 'use_mcp_tool', serverName: server, toolName: target, arguments: textOf(args), status: 'running' }
    const card = { kind: 'mcp', data } as const
    const tool = toolOf(services.mcp, server, target)
    if (!tool) return Promise.resolve({ kind: 'failed', card, response: missingTool(services.mcp, server, target) })
    return Promise.resolve({ kind: 'ready', card, summary: `Call ${target} of the MCP server ${server}`, basis: { tool, args } })
  }

  async execute(config: TaskConfig, _block: ToolUse<Input>, { tool, args }: Basis, ts: number | undefined): Promise<ToolResponse> {
    const { mcp } = config.services
    showNotifications(config, tool.server)
    const answer = await mcp.callTool(tool, args, progressOn(config, ts))
    if (ts !== undefined) config.callbacks.patchRow(ts, { data: { progress: null } })
    showNotifications(config, tool.server)
    if (!answer.ok) return mcpFailed(tool.server, answer.message)
    const heading = `[${tool.tool.name} of the MCP server '${tool.server}']${answer.value.isError ? ' Error:' : ' Result:'}`
    return mcpResponse(answer.value, heading, config)
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const serverName = readableText(block, 'server_name')
    const toolName = readableText(block, 'tool_name')
    if (serverName === '' || toolName === '') return undefined
    const given = block.input['arguments']
    return {
      kind: 'mcp',
      data: { type: 'use_mcp_tool', serverName, toolName, arguments: textOf(given), status: 'drafting', callId: block.callId },
    }
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    return describeCall(this.name, input['server_name'])
  }
}

const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given, undefined, 2)

const toolOf = (mcp: McpPort, server: string, name: string): McpToolFacts | undefined =>
  mcp.tools().find((facts) => facts.server === server && facts.tool.name === name)

const MAX_NAMED = 50

/** One clear line: what was wanted, and why it is not there. The names of tools are the server's words. */
function missingTool(mcp: McpPort, server: string, name: string): ToolResponse {
  const known = mcp.servers()
  const found = known.find((each) => each.name === server)
  if (!found)
    return toolFailed(`There is no MCP server named "${server}". There are: ${known.map((each) => each.name).join(', ') || 'none'}.`)
  const names = mcp.tools().flatMap((facts) => (facts.server === server ? [facts.tool.name] : []))
  if (names.length === 0)
    return toolFailed(
      `The MCP server ${server} is not ready (${found.status}), so its tool "${name}" cannot be called. Go on without it, or tell the person.`,
    )
  const words = `The MCP server ${server} has no tool "${name}".`
  const more = names.length > MAX_NAMED ? ', and more: load_mcp_documentation lists them' : ''
  return toolFailed(`${words} It has${more}:\n${strangersText('servers', names.slice(0, MAX_NAMED).join(', '))}`, words)
}
