import type Electron from 'electron'
import { toAppUrl } from './address'
import { type DevToolsSession, unlessGone } from './devtools'
import type { Protocol } from './devtools-protocol'
import type { ProtocolStandIn } from './protocol'

type Paused = Protocol.Fetch.requestPausedPayload
export type Navigation = 'will-navigate' | 'will-frame-navigate' | 'will-redirect'

export interface RequestRules {
  readonly protocol: ProtocolStandIn
  isMainFrame(frameId: string): boolean
  /** True for a load that the app itself began, which asks nobody. */
  isOwnLoad(): boolean
  /** Tells the app's listeners; false when one of them prevented it. */
  mayNavigate(event: Navigation, url: string, isMainFrame: boolean): boolean
  cancels(url: string, method: string, resourceType: Electron.OnBeforeRequestListenerDetails['resourceType']): Promise<boolean>
}

/** Every request of a page stands still here until the app's rules have decided; the app's own schemes are answered here. */
export async function interceptRequests(session: DevToolsSession, rules: RequestRules): Promise<void> {
  session.on('Fetch.requestPaused', (paused) => {
    decide(session, rules, paused).catch(unlessGone)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

async function decide(session: DevToolsSession, rules: RequestRules, paused: Paused): Promise<void> {
  const { requestId, request } = paused
  const url = toAppUrl(request.url, rules.protocol.schemes)
  if (paused.resourceType === 'Document' && isPrevented(rules, paused, url)) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    return
  }
  if (await rules.cancels(url, request.method, resourceTypeOf(rules, paused))) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    return
  }
  const handler = rules.protocol.handlerOf(url.slice(0, url.indexOf(':')))
  if (!handler) {
    await session.send('Fetch.continueRequest', { requestId })
    return
  }
  await session.send('Fetch.fulfillRequest', { requestId, ...(await respond(handler(requestOf(url, request)))) })
}

function isPrevented(rules: RequestRules, paused: Paused, url: string): boolean {
  const isMainFrame = rules.isMainFrame(paused.frameId)
  if (paused.redirectedRequestId !== undefined) return !rules.mayNavigate('will-redirect', url, isMainFrame)
  if (isMainFrame && rules.isOwnLoad()) return false
  if (!rules.mayNavigate('will-frame-navigate', url, isMainFrame)) return true
  return isMainFrame && !rules.mayNavigate('will-navigate', url, true)
}

function requestOf(url: string, request: Protocol.Network.Request): Request {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(url, { method: request.method, ...(hasBody ? { body: request.postData ?? '' } : {}) })
}

type Fulfilment = Omit<Protocol.Fetch.fulfillRequestParameters, 'requestId'>

async function respond(answered: Response | Promise<Response>): Promise<Fulfilment> {
  const response = await answered
  return {
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  }
}

const RESOURCE_TYPES: Readonly<Partial<Record<Protocol.Network.ResourceType, Electron.OnBeforeRequestListenerDetails['resourceType']>>> = {
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
  Media: 'media',
}

function resourceTypeOf(rules: RequestRules, paused: Paused): Electron.OnBeforeRequestListenerDetails['resourceType'] {
  if (paused.resourceType === 'Document') return rules.isMainFrame(paused.frameId) ? 'mainFrame' : 'subFrame'
  return RESOURCE_TYPES[paused.resourceType] ?? 'other'
}
