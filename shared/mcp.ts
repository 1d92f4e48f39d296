import { z } from 'zod'
import { ToolStatus } from './tool-status'

/** A call of a tool of an MCP server, or the reading of one of its resources. */
export const McpCall = z.object({
  type: z.enum(['use_mcp_tool', 'access_mcp_resource']),
  serverName: z.string(),
  toolName: z.string().optional(),
  /** The arguments as JSON text, as far as they have arrived. */
  arguments: z.string().optional(),
  uri: z.string().optional(),
  /** What the server says while it works: one line. */
  progress: z.string().optional(),
  /** What the server answered, as text. */
  response: z.string().optional(),
  status: ToolStatus,
  note: z.string().optional(),
  callId: z.string().optional(),
})
export type McpCall = z.infer<typeof McpCall>
