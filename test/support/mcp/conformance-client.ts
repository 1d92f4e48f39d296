import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { McpHub } from '../../../main/mcp/mcp-hub'
import { SignInStore } from '../../../main/mcp/sign-in/sign-in-store'
import { SignIns } from '../../../main/mcp/sign-in/sign-ins'
import { createSecretStore } from '../../../main/storage/secret-store'
import { createLedger } from '../../../main/terminal/process-ledger'

/**
 * The product's own hub as the conformance suite runs a client: it connects to the server whose address is its last argument, signs in
 * when that is wanted, and calls every tool there is. Whoever would sit before the browser and the form is played here.
 */

const url = process.argv.at(-1) ?? ''
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Readonly<Record<string, string | undefined>>
const never = new AbortController().signal
/** Who is refused again and again gives up. */
const MOST_SIGN_INS = 3

const folder = await mkdtemp(join(tmpdir(), 'countersign-conformance-'))
const secrets = createSecretStore({ file: join(folder, 'secrets.json') })
await secrets.set('consent', 'to a file', 'file')
const registered = context['client_id']
const signIn = new SignIns({
  store: new SignInStore(secrets, () => undefined),
  // The browser: it follows where the page sends it, back to this machine.
  openBrowser: async (address) => void (await fetch(address)),
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  ...(registered === undefined
    ? {}
    : { client: { client_id: registered, ...(context['client_secret'] ? { client_secret: context['client_secret'] } : {}) } }),
})
const hub = new McpHub({
  settings: join(folder, 'cline_mcp_settings.json'),
  approvals: join(folder, 'approvals.json'),
  cache: join(folder, 'tools.json'),
  processes: {
    platform: process.platform,
    ledger: await createLedger(join(folder, 'processes'), process.platform, (problem) => console.error(problem)),
    homeDir: folder,
    variables: () => Promise.resolve({}),
  },
  env: {},
  attended: true,
  signIn,
  given: { peer: { type: 'streamableHttp', url, timeout: 20 } },
  learn: () => undefined,
  // The person sends each form as it stands.
  onChange: () => {
    for (const { id, fields } of hub.forms()) {
      const content = Object.fromEntries(fields.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])))
      hub.answerForm(id, { action: 'accept', content })
    }
  },
  onProblem: (problem) => problem !== undefined && console.error(problem),
  onLostApprovals: (problem) => console.error(problem),
})

async function connect(signIns: number): Promise<number> {
  hub.wake()
  await hub.settled('peer', never)
  const [server] = hub.list()
  if (server?.status !== 'needs_auth' || signIns === MOST_SIGN_INS) return signIns
  await hub.signIn('peer')
  return connect(signIns + 1)
}

/** Every argument that is required, with a value of its type. */
function argumentsFor(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, { type?: string }>; required?: string[] }
  return Object.fromEntries(
    required.map((name) => [name, properties[name]?.type === 'number' ? 5 : properties[name]?.type === 'integer' ? 5 : 'text']),
  )
}

try {
  await hub.load()
  let signIns = await connect(0)
  for (const { server, tool } of hub.offered()) {
    let answer = await hub.callTool(server, tool, argumentsFor(tool.inputSchema), { signal: never })
    while (!answer.ok && hub.list()[0]?.status === 'needs_auth' && signIns < MOST_SIGN_INS) {
      signIns = await connect(signIns)
      answer = await hub.callTool(server, tool, argumentsFor(tool.inputSchema), { signal: never })
    }
    console.log(tool.name, JSON.stringify(answer))
  }
  console.log(JSON.stringify(hub.list()))
  process.exitCode = hub.list()[0]?.status === 'connected' ? 0 : 1
} finally {
  await hub.dispose()
  await rm(folder, { recursive: true, force: true })
}
// The connections of the browser that is played here would hold it open.
process.exit()
