import { z } from 'zod'
import { type Effects, noEffects } from '../../../shared/effects'
import { ClineDefaultTool } from '../../../shared/tools'
import type { McpPort } from '../mcp-port'
import type { TaskConfig } from '../task-config'
import { done, type IToolHandler, type Preparation, type ToolResponse } from '../tool-handler'
import { bounded } from './mcp-result'
import { strangersText } from './strangers-text'

const description = `Load what there is to know of MCP servers here: which ones there are with their tools and resources, and how to write and add one. \
Call it before you make a server, and when you look for a tool that you were not given.`

const Input = z.object({})
type Input = z.infer<typeof Input>

const guide = `# Writing an MCP server

A server is a program that speaks JSON-RPC, one message a line, over its stdin and stdout (or over HTTP). Use the official SDK of its language.
- In TypeScript: the package @modelcontextprotocol/sdk, with McpServer, registerTool and StdioServerTransport; schemas are written with zod.
- In Python: the package mcp, with FastMCP and its tool decorator.
- It writes nothing but messages to stdout; whatever it logs goes to stderr.
- Each tool has a short name of letters, digits, _ and -, a description that says when to use it, and a schema of an object. A tool that changes \
nothing sets the hint readOnlyHint: only such a tool can be called in plan mode.
- It runs without a terminal and cannot ask for keys: they come as environment variables. It gets no variable that its entry does not name.
- A failure of the tool itself is a result with isError, with words from which a model can go on.

# Adding it

The person's file of servers has one entry for each, by its name, under "mcpServers". A local one: {"command": "node", "args": ["/absolute/path/index.js"], \
"env": {"API_KEY": "\${env:API_KEY}"}}. One that is reached by its address: {"type": "streamableHttp", "url": "https://…"}. Further keys: "timeout" (seconds \
of one call, 60 if not said), "disabled", "disabledTools". Ask the person for keys, or write \${env:NAME}; do not write keys into the file yourself. \
Do not set "autoApprove": that is for the person to decide. A new or changed entry starts once the person has approved it in the view of MCP servers.`

/** The guide, and what is there now. */
export class LoadMcpDocumentationHandler implements IToolHandler<Input, undefined> {
  readonly name = ClineDefaultTool.MCP_DOCS
  readonly spec = { description, input: Input, offered: () => true }

  effects(): Promise<Effects> {
    return Promise.resolve(noEffects)
  }

  prepare(): Promise<Preparation<undefined>> {
    return Promise.resolve({ kind: 'ready', summary: 'Load the documentation of MCP servers', basis: undefined })
  }

  async execute(config: TaskConfig): Promise<ToolResponse> {
    const { mcp } = config.services
    const now = describeServers(mcp)
    const words = `${guide}\nThe file is ${mcp.settingsPath}.\n\n# Servers now\n\n`
    if (now === '') return done(`${words}There are none.`)
    const { text, where } = await bounded(now, config)
    return done([words + strangersText('servers', text), ...where].join('\n'), { untrusted: 'servers' })
  }

  getDescription(): string {
    return `[${this.name}]`
  }
}

function describeServers(mcp: McpPort): string {
  const tools = mcp.tools()
  const servers = mcp.servers().map(({ name, status, resources }) => {
    const own = tools
      .filter(({ server }) => server === name)
      .map(({ tool }) => `- ${tool.name}: ${tool.description}\n  Schema: ${JSON.stringify(tool.inputSchema)}`)
    const found = resources.map((resource) => `- ${resource.uri} (${resource.name})`)
    const parts = [`## ${name} (${status})`, ...own, ...(found.length > 0 ? ['Resources:', ...found] : [])]
    return parts.join('\n')
  })
  return servers.join('\n\n')
}
