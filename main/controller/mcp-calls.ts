import type { Handlers } from '../../shared/ipc'
import type { McpHub } from '../mcp/mcp-hub'
import { promptOfServer } from '../tools/handlers/strangers-text'
import { CallError } from './call-error'

export interface McpParts {
  readonly mcp: {
    readonly settingsPath: string
    hub(): Promise<McpHub>
  }
}

type McpCalls = Pick<Handlers, Extract<keyof Handlers, `mcp.${string}`>>

/** The view of MCP servers. Approving and switching on are the person's: no model and no server comes here. */
export function mcpCalls({ mcp }: McpParts): McpCalls {
  const ask = <Value>(work: (hub: McpHub) => Value | Promise<Value>): Promise<Value> => told(async () => work(await mcp.hub()))
  const act = (work: (hub: McpHub) => Promise<void>): Promise<null> => ask(async (hub) => work(hub).then(() => null))
  return {
    'mcp.open': () => ask(() => ({ settingsPath: mcp.settingsPath })),
    'mcp.details': ({ name }) => ask((hub) => hub.details(name) ?? null),
    'mcp.log': ({ name }) => ask((hub) => hub.log(name) ?? null),
    'mcp.add': ({ name, entry }) => act((hub) => hub.add(name, entry)),
    'mcp.remove': ({ name }) => act((hub) => hub.remove(name)),
    'mcp.approve': ({ name, launchId, allowPrivate }) =>
      ask(async (hub) => ({ accepted: await hub.approve(name, launchId, allowPrivate) })),
    'mcp.set': ({ name, disabled, timeout }) =>
      act(async (hub) => {
        if (disabled !== undefined) await hub.setDisabled(name, disabled)
        if (timeout !== undefined) await hub.setTimeout(name, timeout)
      }),
    'mcp.tool': ({ name, tool, enabled, autoApprove, hash }) =>
      act(async (hub) => {
        if (enabled !== undefined) await hub.setToolEnabled(name, tool, enabled)
        if (autoApprove !== undefined) await hub.setAutoApprove(name, tool, autoApprove, hash)
      }),
    'mcp.prompt': ({ name, prompt, args }) =>
      ask(async (hub) => {
        const answer = await hub.getPrompt(name, prompt, args, { signal: new AbortController().signal })
        if (!answer.ok) throw new CallError('refused', `The MCP server ${name}: ${answer.message}`)
        return { text: promptOfServer({ server: name, prompt }, answer.value) }
      }),
    'mcp.restart': ({ name }) => act((hub) => hub.restart(name)),
    'mcp.stop': ({ name }) => act((hub) => hub.stop(name)),
    'mcp.signIn': ({ name }) => act((hub) => hub.signIn(name)),
    'mcp.signOut': ({ name }) => act((hub) => hub.signOut(name)),
    'mcp.answerForm': ({ id, action, content }) => ask((hub) => hub.answerForm(id, action === 'accept' ? { action, content } : { action })),
  }
}

/** What the hub refuses is a sentence for the person. */
async function told<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error) throw new CallError('refused', error.message)
    throw error
  }
}
