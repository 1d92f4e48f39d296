/** A tool of an MCP server as it is described now. */
export interface McpToolFacts {
  readonly server: string
  readonly tool: {
    readonly name: string
    readonly description: string
    /** JSON schema of an object. */
    readonly inputSchema: Readonly<Record<string, unknown>>
    /** What the server says of itself. */
    readonly readOnly: boolean
    /** Of its description and schemas: another hash is another tool. */
    readonly hash: string
  }
  /** The person lets exactly this tool run without a question. */
  readonly autoApproved: boolean
}

export interface McpContent {
  readonly isError: boolean
  readonly text: string
  readonly images: readonly { readonly mediaType: string; readonly data: string }[]
  /** Base64 of what is neither text nor a picture; `what` names it. */
  readonly blobs: readonly { readonly mediaType: string; readonly data: string; readonly what: string }[]
}
/** `message` goes on after "The MCP server x: ". */
export type McpAnswer = { readonly ok: true; readonly value: McpContent } | { readonly ok: false; readonly message: string }
export interface McpCallOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: { readonly progress: number; readonly total?: number; readonly message?: string }) => void
}

/** The MCP servers of all sessions. */
export interface McpPort {
  /** The person's own file of servers. */
  readonly settingsPath: string
  tools(): readonly McpToolFacts[]
  servers(): readonly {
    readonly name: string
    readonly status: string
    readonly resources: readonly { readonly uri: string; readonly name: string }[]
  }[]
  /** Resolves when a server that starts is there, or will not be. */
  settled(server: string, signal: AbortSignal): Promise<void>
  /** Waits until the server is there. Rejects only when the signal says so. */
  callTool(tool: McpToolFacts, args: Readonly<Record<string, unknown>>, options: McpCallOptions): Promise<McpAnswer>
  readResource(server: string, uri: string, options: McpCallOptions): Promise<McpAnswer>
  /** What a server told since the last time. */
  takeNotifications(server: string): readonly string[]
}

/** Files of a task for results of servers that are too long for a conversation. The model may read them. */
export interface HandlesPort {
  /** The real path of a new file with this text, or these bytes in base64; undefined when it cannot be written. */
  keepResult(content: { readonly text: string } | { readonly base64: string; readonly mediaType: string }): Promise<string | undefined>
  /** True for the real path of such a file, of whatever task: strangers wrote what it holds. */
  isKeptResult(real: string): boolean
}

export interface McpServices {
  readonly mcp: McpPort
  readonly handles: HandlesPort
}
