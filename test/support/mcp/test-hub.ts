import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { McpServer } from '../../../shared/mcp'
import { type HubOptions, McpHub } from '../../../main/mcp/mcp-hub'
import { createLedger } from '../../../main/terminal/process-ledger'
import { tempFolder } from '../temp-folder'

const FAULT_SERVER = join(import.meta.dirname, 'fault-server.mjs')

/** An entry of the settings file for the server that goes wrong in one way. */
export const faulty = (fault: string, more: Readonly<Record<string, unknown>> = {}, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [FAULT_SERVER, fault, ...args],
  ...more,
})

export interface TestHub {
  readonly hub: McpHub
  readonly folder: string
  readonly settings: string
  readonly problems: (string | undefined)[]
  /** Resolves with what is known of a server once it stands like this. */
  until(name: string, ...statuses: readonly McpServer['status'][]): Promise<McpServer>
}

export const noSignIns: HubOptions['signIn'] = {
  providerFor: () => Promise.resolve(undefined),
  isSignedIn: () => false,
  refused: () => undefined,
  begin: () => Promise.reject(new Error('Nobody signs in here.')),
  end: () => Promise.resolve(),
  close: () => undefined,
}

/** A hub on a folder of its own, ended with the test. `given` servers need no approval. */
export async function testHub(
  given: Readonly<Record<string, unknown>>,
  options: Partial<HubOptions> & { readonly text?: string } = {},
): Promise<TestHub> {
  const folder = await tempFolder()
  const { text, ...rest } = options
  const settings = join(folder, 'cline_mcp_settings.json')
  if (text !== undefined) await writeFile(settings, text)
  const problems: (string | undefined)[] = []
  const ledger = await createLedger(join(folder, 'processes'), process.platform, (problem) => problems.push(problem))
  const hub = new McpHub({
    settings,
    approvals: join(folder, 'approvals.json'),
    cache: join(folder, 'tools.json'),
    processes: {
      platform: process.platform,
      ledger,
      homeDir: folder,
      variables: () => Promise.resolve({ PATH: process.env['PATH'] ?? '', HOME: folder, SECRET_TOKEN: 'no-business-of-a-server' }),
    },
    env: {},
    attended: false,
    signIn: noSignIns,
    given,
    onChange: () => undefined,
    learn: () => undefined,
    onProblem: (problem) => problems.push(problem),
    onLostApprovals: (problem) => problems.push(problem),
    timing: { backOffMs: 20 },
    ...rest,
  })
  onTestFinished(() => hub.dispose())
  await hub.load()
  return { hub, folder, settings, problems, until: (name, ...statuses) => until(hub, name, statuses) }
}

/** The hub tells of changes at most a few times a second: looked at more often here. */
async function until(hub: McpHub, name: string, statuses: readonly McpServer['status'][]): Promise<McpServer> {
  for (;;) {
    const server = hub.list().find((each) => each.name === name)
    if (server && statuses.includes(server.status)) return server
    await new Promise((settle) => setTimeout(settle, 10))
  }
}

/** Calls a tool (`server/tool`) as a task does. */
export async function callTool(
  hub: McpHub,
  at: string,
  args: Readonly<Record<string, unknown>> = {},
  signal = new AbortController().signal,
) {
  const [server = '', name] = at.split('/')
  const offered = hub.offered().find((each) => each.server === server && each.tool.name === name)
  if (!offered) throw new Error(`${server} offers no tool ${name}`)
  return hub.callTool(server, offered.tool, args, { signal })
}
