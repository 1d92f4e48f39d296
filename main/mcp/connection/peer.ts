import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ElicitRequestSchema,
  type ElicitRequestFormParams,
  type ElicitResult,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { CallClock } from './call-clock'
import { type BrokenTool, type InspectedTool, inspectTool } from '../tools/inspect-tool'
import { whileUnderWay } from './while-under-way'

export interface Progress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** What a server may ask of us, and tell us. */
export interface PeerHost {
  /** Asks the person. The signal ends the question when nobody waits for the answer any more. */
  elicit(params: ElicitRequestFormParams, signal: AbortSignal): Promise<ElicitResult>
  /** Absolute folders of the projects that are open. */
  roots(): readonly string[]
  notify(level: string, text: string): void
  listsChanged(): void
  problem(text: string): void
}

const Resource = z.looseObject({ uri: z.string(), name: z.string().optional() })
const Template = z.looseObject({ uriTemplate: z.string(), name: z.string().optional() })
const Prompt = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  arguments: z.array(z.looseObject({ name: z.string(), description: z.string().optional(), required: z.boolean().optional() })).optional(),
})
type McpResource = z.infer<typeof Resource>
type McpTemplate = z.infer<typeof Template>
export type McpPrompt = z.infer<typeof Prompt>

/** All that a server offers. */
export interface PeerLists {
  readonly tools: readonly (InspectedTool | BrokenTool)[]
  readonly resources: readonly McpResource[]
  readonly templates: readonly McpTemplate[]
  readonly prompts: readonly McpPrompt[]
}

export const noLists: PeerLists = { tools: [], resources: [], templates: [], prompts: [] }

export type PeerAnswer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'timed_out' }

export interface PeerRequest<Value> {
  readonly method: string
  readonly params: Record<string, unknown>
  readonly result: z.ZodType<Value>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

/** Ours measures the time, and stops it while a person is asked. */
const NO_TIMEOUT = 2 ** 31 - 1
const LIST_MS = 10_000
const MAX_PAGES = 50
const MAX_ENTRIES = 1_000
/** Characters of one list as JSON: all of it is kept in memory. */
const MAX_LIST_LENGTH = 8 * 1024 * 1024

/** The client's side of one connection. */
export class Peer {
  private readonly client: Client
  private readonly host: PeerHost
  private readonly clocks = new Set<CallClock>()
  private asking = 0

  constructor(host: PeerHost, onClose: () => void) {
    this.host = host
    this.client = new Client(
      { name: 'countersign', version: '0.1.0' },
      { capabilities: { roots: { listChanged: true }, elicitation: { form: { applyDefaults: true } } } },
    )
    this.client.onclose = onClose
    this.client.onerror = (error) => host.problem(error.message)
    this.client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => this.elicit(params, signal))
    this.client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: host.roots().map((folder) => ({ uri: pathToFileURL(folder).href })),
    }))
    this.client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      host.notify(params.level, typeof params.data === 'string' ? params.data : JSON.stringify(params.data))
    })
    for (const schema of [ToolListChangedNotificationSchema, ResourceListChangedNotificationSchema, PromptListChangedNotificationSchema])
      this.client.setNotificationHandler(schema, () => host.listsChanged())
  }

  /** Rejects with what the transport or the server says, with the signal, or after `timeoutMs`. */
  connect(transport: Transport, timeoutMs: number, signal: AbortSignal): Promise<void> {
    return whileUnderWay(signal, async (own) => {
      const over = Promise.withResolvers<never>()
      const late = setTimeout(() => own.abort(new Error(`It did not answer within ${timeoutMs / 1000} s.`)), timeoutMs)
      // A transport that waits for its server hears of no signal.
      own.signal.addEventListener('abort', () => over.reject(own.signal.reason), { once: true })
      try {
        await Promise.race([this.client.connect(transport, { timeout: NO_TIMEOUT, signal: own.signal }), over.promise])
      } finally {
        clearTimeout(late)
      }
    })
  }

  /** Everything that the server offers. Rejects when its tools cannot be listed; other lists are then empty. */
  async lists(): Promise<PeerLists> {
    const { tools, resources, prompts } = this.client.getServerCapabilities() ?? {}
    const none = Promise.resolve([])
    const [listed, found, templates, asked] = await Promise.all([
      tools ? this.pages('tools/list', 'tools', z.unknown()) : none,
      resources ? this.pages('resources/list', 'resources', Resource).catch((error: unknown) => this.without('resources', error)) : none,
      resources
        ? this.pages('resources/templates/list', 'resourceTemplates', Template).catch((error: unknown) => this.without('templates', error))
        : none,
      prompts ? this.pages('prompts/list', 'prompts', Prompt).catch((error: unknown) => this.without('prompts', error)) : none,
    ])
    return { tools: onceEach(listed.map(inspectTool)), resources: found, templates, prompts: asked }
  }

  /** Rejects only when the signal says so. */
  request<Value>(request: PeerRequest<Value>): Promise<PeerAnswer<Value>> {
    return whileUnderWay(request.signal, (own) => this.ask(request, own))
  }

  private async ask<Value>(
    { method, params, result, timeoutMs, signal, onProgress }: PeerRequest<Value>,
    over: AbortController,
  ): Promise<PeerAnswer<Value>> {
    const clock = new CallClock(timeoutMs, () => over.abort(new Error('It took too long.')))
    this.clocks.add(clock)
    if (this.asking === 0) clock.run()
    try {
      const options = {
        timeout: NO_TIMEOUT,
        signal: over.signal,
        ...(onProgress ? { onprogress: onProgress } : {}),
      }
      return { kind: 'answered', value: await this.client.request({ method, params }, result, options) }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      return over.signal.aborted ? { kind: 'timed_out' } : { kind: 'failed', error }
    } finally {
      clock.pause()
      this.clocks.delete(clock)
    }
  }

  async rootsChanged(): Promise<void> {
    await this.client.sendRootsListChanged()
  }

  /** Resolves when the transport is over, with all that belongs to it. */
  close(): Promise<void> {
    return this.client.close()
  }

  private async elicit(params: { readonly mode?: string | undefined }, signal: AbortSignal): Promise<ElicitResult> {
    this.asking += 1
    for (const clock of this.clocks) clock.pause()
    try {
      // Only forms are declared, so that the client lets nothing else through.
      return await this.host.elicit(params as ElicitRequestFormParams, signal)
    } finally {
      this.asking -= 1
      if (this.asking === 0) for (const clock of this.clocks) clock.run()
    }
  }

  /** Entries that are none are left out, and so is what is too much: a server may never end its list. */
  private async pages<Entry>(method: string, key: string, entry: z.ZodType<Entry>): Promise<Entry[]> {
    const Page = z.looseObject({ [key]: z.array(z.unknown()), nextCursor: z.string().optional() })
    const entries: Entry[] = []
    const cursors = new Set<string>()
    let length = 0
    for (let cursor: string | undefined; cursors.size < MAX_PAGES; ) {
      const page = await this.client.request({ method, params: cursor === undefined ? {} : { cursor } }, Page, { timeout: LIST_MS })
      for (const value of z.array(z.unknown()).parse(page[key])) {
        length += JSON.stringify(value).length
        if (length > MAX_LIST_LENGTH || entries.length === MAX_ENTRIES) return this.cut(method, entries)
        const parsed = entry.safeParse(value)
        if (parsed.success) entries.push(parsed.data)
      }
      const next = page['nextCursor']
      if (typeof next !== 'string' || next === '' || cursors.has(next)) return entries
      cursors.add(next)
      cursor = next
    }
    return this.cut(method, entries)
  }

  private cut<Entry>(method: string, entries: Entry[]): Entry[] {
    this.host.problem(`Its answer to ${method} is too long: after ${entries.length} entries the rest was left out.`)
    return entries
  }

  private without(what: string, error: unknown): [] {
    this.host.problem(`Its ${what} could not be listed: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}

/** A name that comes twice would leave open which is meant. */
function onceEach(tools: readonly (InspectedTool | BrokenTool)[]): readonly (InspectedTool | BrokenTool)[] {
  const seen = new Map<string, InspectedTool | BrokenTool>()
  for (const tool of tools)
    seen.set(tool.name, seen.has(tool.name) ? { name: tool.name, reason: 'its server lists it more than once' } : tool)
  return [...seen.values()]
}
