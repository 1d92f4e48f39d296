import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type DevToolsSession, unlessGone } from './devtools'
import type { Frames } from './page-frames'

/** Of the world that the preload runs in. The page cannot look into it. */
export const PRELOAD_WORLD = 'countersign-preload'
const TO_MAIN = 'countersignToMain'
const FROM_MAIN = 'countersignFromMain'

interface Invocation {
  readonly id: number
  readonly channel: string
  readonly args: readonly unknown[]
}

export interface PreloadOptions {
  readonly preload: string
  readonly frames: Frames
  /** Answers what the page asks through `ipcRenderer.invoke`; a rejection reaches the page as its text. */
  invoke(contextId: number, channel: string, args: readonly unknown[]): Promise<unknown>
}

/** Puts the preload into an isolated world of every document that this page will show. */
export async function installPreload(session: DevToolsSession, options: PreloadOptions): Promise<void> {
  const [membrane, mainWorld, preloadWorld] = await Promise.all(['membrane.js', 'main-world.js', 'preload-world.js'].map(readPart))
  const preload = await readFile(options.preload, 'utf8')
  const secret = JSON.stringify(randomBytes(16).toString('hex'))
  const names = JSON.stringify({ toMain: TO_MAIN, fromMain: FROM_MAIN })
  const side = (own: string, other: string): string => `(${membrane})(${secret}, "${own}", "${other}")`

  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name === TO_MAIN) void answer(session, options, executionContextId, JSON.parse(payload))
  })
  await session.send('Runtime.addBinding', { name: TO_MAIN, executionContextName: PRELOAD_WORLD })
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${mainWorld})(${side('main', 'isolated')})` })
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: PRELOAD_WORLD,
    source: `(${preloadWorld})(${side('isolated', 'main')}, ${names}, (exports, require, module) => {\n${preload}\n})`,
  })
}

/** Each part is one function in a file of its own, so that it can be read, formatted and linted. */
async function readPart(name: string): Promise<string> {
  const text = await readFile(fileURLToPath(new URL(`page/${name}`, import.meta.url)), 'utf8')
  return text.slice(text.indexOf('export ') + 'export '.length).trim()
}

async function answer(session: DevToolsSession, options: PreloadOptions, contextId: number, call: Invocation): Promise<void> {
  const outcome = await options.invoke(contextId, call.channel, call.args).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: String(error) }),
  )
  await deliver(session, contextId, { id: call.id, ...outcome })
}

/** Sends to the listeners of a channel in the page; lost, as in Electron, while no page is there to hear it. */
export async function sendToPage(session: DevToolsSession, frames: Frames, channel: string, args: readonly unknown[]): Promise<void> {
  const contextId = frames.preloadContext()
  if (contextId !== undefined) await deliver(session, contextId, { channel, args })
}

async function deliver(session: DevToolsSession, executionContextId: number, message: object): Promise<void> {
  const functionDeclaration = `function (message) { globalThis.${FROM_MAIN}(message) }`
  await session
    .send('Runtime.callFunctionOn', { functionDeclaration, executionContextId, arguments: [{ value: message }] })
    .catch(unlessGone)
}
