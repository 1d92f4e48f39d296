import { createHash } from 'node:crypto'
import { z } from 'zod'
import { atomicFile } from '../../storage/atomic-write'
import { createSaver, type Saver } from '../../storage/saver'
import type { InspectedTool } from './inspect-tool'

const Tool = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  readOnly: z.boolean(),
  hash: z.string(),
})
const Stored = z.object({ version: z.literal(1), servers: z.record(z.string(), z.array(Tool)) })

/** So many configurations are remembered, the newest. */
const MAX_SERVERS = 50
/** Characters of JSON, of one server. */
const MAX_LENGTH = 1024 * 1024
const QUIET_MS = 500

/**
 * The tools that a server had when it last ran in exactly this configuration: they are offered while it starts, so that nobody waits for
 * it and the request to the model stays the same.
 */
export class ToolCache {
  private readonly file: ReturnType<typeof atomicFile>
  private readonly saver: Saver
  private known = new Map<string, readonly InspectedTool[]>()

  constructor(path: string) {
    this.file = atomicFile(path)
    // It can be made again: what cannot be saved is only slower next time.
    this.saver = createSaver({ save: () => this.save(), quietMs: QUIET_MS, longestMs: QUIET_MS, onFailure: () => undefined })
  }

  async load(): Promise<void> {
    const read = await this.file.read()
    const parsed = Stored.safeParse(read.kind === 'ok' ? read.value : undefined)
    if (parsed.success)
      this.known = new Map(
        Object.entries(parsed.data.servers).map(([key, tools]) => [key, tools.map((tool) => ({ outputSchema: undefined, ...tool }))]),
      )
  }

  get(key: string): readonly InspectedTool[] {
    return this.known.get(fileKey(key)) ?? []
  }

  /** It is the newest then. Of one that offers too much, nothing is remembered. */
  set(key: string, tools: readonly InspectedTool[]): void {
    const hashed = fileKey(key)
    const before = JSON.stringify(this.known.get(hashed))
    const now = JSON.stringify(tools)
    this.known.delete(hashed)
    if (now.length <= MAX_LENGTH) this.known.set(hashed, tools)
    if (now === before) return
    for (const old of [...this.known.keys()].slice(0, -MAX_SERVERS)) this.known.delete(old)
    this.saver.request()
  }

  flush(): Promise<void> {
    return this.saver.flush()
  }

  private save(): Promise<void> {
    return this.file.write({ version: 1, servers: Object.fromEntries(this.known) })
  }
}

/** A configuration may hold secrets: it is not what is written down. */
const fileKey = (key: string): string => createHash('sha256').update(key).digest('hex')
