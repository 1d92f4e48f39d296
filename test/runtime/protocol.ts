import type Electron from 'electron'

type ProtocolSlice = Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>
export type SchemeHandler = Parameters<ProtocolSlice['handle']>[1]

export interface ProtocolStandIn extends ProtocolSlice {
  readonly schemes: ReadonlySet<string>
  handlerOf(scheme: string): SchemeHandler | undefined
}

/** The app's own schemes. Requests for them reach their handlers through the interception of page-requests.ts. */
export function createProtocol(isReady: () => boolean): ProtocolStandIn {
  const schemes = new Set<string>()
  const handlers = new Map<string, SchemeHandler>()
  return {
    schemes,
    registerSchemesAsPrivileged: (customSchemes) => {
      if (isReady()) throw new Error('protocol.registerSchemesAsPrivileged must be called before the app is ready.')
      for (const { scheme, privileges } of customSchemes) {
        if (privileges?.standard !== true || !privileges.secure)
          throw new Error(`The Chromium runtime knows only standard, secure schemes: ${scheme}`)
        schemes.add(scheme)
      }
    },
    handle: (scheme, handler) => {
      if (!schemes.has(scheme)) throw new Error(`The scheme ${scheme} was not registered as privileged.`)
      if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} has a handler.`)
      handlers.set(scheme, handler)
    },
    handlerOf: (scheme) => handlers.get(scheme),
  }
}
