import { z } from 'zod'
import { ToolStatus } from './tool-status'

/** What the window knows of MCP servers. Nothing here holds the value of a variable or a header: those stay in the main process. */

export const McpTransport = z.enum(['stdio', 'sse', 'streamableHttp'])
export type McpTransport = z.infer<typeof McpTransport>

/** All that starting a server would do, as the person is asked about it. */
export const McpLaunchFacts = z.object({
  transport: McpTransport,
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  /** Absolute folder in which it runs. */
  cwd: z.string().optional(),
  url: z.string().optional(),
  /** Names of the variables and headers that it gets from the settings file. */
  variables: z.array(z.string()),
  headers: z.array(z.string()),
  /** Tools that the settings file lets run without a question. */
  autoApprove: z.array(z.string()),
})
export type McpLaunchFacts = z.infer<typeof McpLaunchFacts>

export const McpStatus = z.enum([
  /** Switched off in the settings file. */
  'disabled',
  /** The settings file cannot be used for it. */
  'broken',
  /** Nobody has approved what starting it would do. */
  'unapproved',
  /** It starts when a task wants it. */
  'idle',
  /** The person stopped it, and starts it again. */
  'stopped',
  'connecting',
  /** It takes its time: the chat does not wait for it. */
  'slow',
  'connected',
  /** It ended; the next start has a time. */
  'waiting',
  /** It is not started again by itself. */
  'failed',
  /** It wants a sign-in. */
  'needs_auth',
])
export type McpStatus = z.infer<typeof McpStatus>

export const McpServer = z.object({
  name: z.string(),
  status: McpStatus,
  launch: McpLaunchFacts.optional(),
  /** Names the launch as it is shown: an approval holds for no other. */
  launchId: z.string().optional(),
  /** What was approved before, when that is something else. */
  approved: McpLaunchFacts.optional(),
  /** Names of variables and headers whose value has changed since. */
  changedValues: z.array(z.string()),
  /** It leads into the person's own network, which they have not agreed to. */
  needsPrivateConsent: z.boolean(),
  /** One sentence: what went wrong and how to go on. */
  problem: z.string().optional(),
  /** Milliseconds since the epoch, for `waiting`. */
  restartAt: z.number().optional(),
  /** Seconds that a call may take. */
  timeout: z.number(),
  tools: z.number().int(),
  brokenTools: z.number().int(),
  /** There are tokens of a sign-in. */
  signedIn: z.boolean(),
  /** Rises with every change of what `mcp.details` gives. */
  revision: z.number().int(),
  /** Rises with what it prints: then `mcp.log` gives something else. */
  logRevision: z.number().int(),
})
export type McpServer = z.infer<typeof McpServer>

export const McpTool = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.array(z.object({ name: z.string(), required: z.boolean(), description: z.string() })),
  /** Off: it is not offered to the model. */
  enabled: z.boolean(),
  autoApprove: z.boolean(),
  /** It was set to run without a question, and has changed since. */
  lapsed: z.boolean(),
  /** The server says that it only reads. Nobody has checked that. */
  readOnly: z.boolean(),
  /** Why it cannot be used. */
  broken: z.string().optional(),
})
export type McpTool = z.infer<typeof McpTool>

/** A text that a server offers to begin with, with what the person fills in. */
export const McpPrompt = z.object({
  name: z.string(),
  description: z.string(),
  arguments: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
})
export type McpPrompt = z.infer<typeof McpPrompt>

export const McpDetails = z.object({
  tools: z.array(McpTool),
  resources: z.array(z.object({ uri: z.string(), name: z.string() })),
  prompts: z.array(McpPrompt),
})
export type McpDetails = z.infer<typeof McpDetails>

/** One field of a form that a server wants to have filled in. */
export const McpField = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  required: z.boolean(),
  kind: z.enum(['text', 'number', 'integer', 'boolean', 'choice', 'choices']),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
})
export type McpField = z.infer<typeof McpField>

export const McpFormValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
export type McpFormValue = z.infer<typeof McpFormValue>

/** A server asks the person something. The model neither sees nor fills it. */
export const McpElicitation = z.object({ id: z.string(), server: z.string(), message: z.string(), fields: z.array(McpField) })
export type McpElicitation = z.infer<typeof McpElicitation>

/** An entry of the settings file, as a person writes it or has it from another app: main reads it as it reads the file. */
export const McpEntry = z.record(z.string(), z.unknown())
export type McpEntry = z.infer<typeof McpEntry>

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
