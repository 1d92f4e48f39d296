import { z } from 'zod'
import { type Effects, noEffects } from '../../../shared/effects'
import { ClineDefaultTool } from '../../../shared/tools'
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
import { textField } from './input-fields'
import { progressOn, showNotifications } from './mcp-progress'
import { mcpFailed, mcpResponse } from './mcp-result'
import { describeCall, readableText } from './partial-input'

const description = `Read a resource of an MCP server: a file, a record or a page that it gives out under an address. load_mcp_documentation lists them.`

const Input = z.object({
  server_name: textField('The name of the server.'),
  uri: textField('The address of the resource, as the server lists it, or made from one of its templates.'),
})
type Input = z.infer<typeof Input>

export class AccessMcpResourceHandler implements IFullyManagedTool<Input, undefined> {
  readonly name = ClineDefaultTool.MCP_ACCESS
  readonly spec = { description, input: Input, offered: ({ features }: OfferContext) => features.has('mcp') }

  effects({ server_name: server, uri }: Input): Promise<Effects> {
    // To read is all that the protocol knows of resources.
    return Promise.resolve({ ...noEffects, mcp: [{ server, target: uri, readOnly: true, approved: false }] })
  }

  prepare({ server_name: serverName, uri }: Input, { services }: TaskConfig): Promise<Preparation<undefined>> {
    const card = { kind: 'mcp', data: { type: 'access_mcp_resource', serverName, uri, status: 'running' } } as const
    const names = services.mcp.servers().map(({ name }) => name)
    if (!names.includes(serverName)) {
      const words = `There is no MCP server named "${serverName}". There are: ${names.join(', ') || 'none'}.`
      return Promise.resolve({ kind: 'failed', card, response: toolFailed(words) })
    }
    return Promise.resolve({ kind: 'ready', card, summary: `Read ${uri} of the MCP server ${serverName}`, basis: undefined })
  }

  async execute(config: TaskConfig, { input }: ToolUse<Input>, _basis: undefined, ts: number | undefined): Promise<ToolResponse> {
    const answer = await config.services.mcp.readResource(input.server_name, input.uri, progressOn(config, ts))
    showNotifications(config, input.server_name)
    if (!answer.ok) return mcpFailed(input.server_name, answer.message)
    return mcpResponse(answer.value, `[${input.uri} of the MCP server '${input.server_name}'] Result:`, config)
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const serverName = readableText(block, 'server_name')
    const uri = readableText(block, 'uri')
    if (serverName === '' || uri === '') return undefined
    return { kind: 'mcp', data: { type: 'access_mcp_resource', serverName, uri, status: 'drafting', callId: block.callId } }
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    return describeCall(this.name, input['server_name'])
  }
}
