type Environment = Readonly<Record<string, string | undefined>>

/** Always reached directly: model servers of this machine, whatever the network needs. */
const OWN_MACHINE = ['localhost', '127.0.0.1', '::1']

/**
 * From now on `fetch` and `node:http` go through the proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name, as other
 * programs do. Node does not by itself. Answers with what undoes it, or `undefined` where there is no proxy or this Node is
 * older than the call (24.14); such a one can be started with `NODE_USE_ENV_PROXY=1`. Called once, by whoever composes the app.
 */
export async function useProxyFromEnvironment(env: Environment): Promise<(() => void) | undefined> {
  const proxies = proxyVariables(env)
  if (!proxies) return undefined
  // Loaded here only: without a proxy nobody waits for it. An older Node has no such function in it.
  const http = await import('node:http')
  if (typeof http.setGlobalProxyFromEnv !== 'function') return undefined
  return http.setGlobalProxyFromEnv({ ...proxies })
}

/** As Node reads them. */
export interface ProxyVariables {
  readonly https_proxy: string | undefined
  readonly http_proxy: string | undefined
  /** Hosts that are reached directly, with this machine among them. */
  readonly no_proxy: string
}

/** Undefined where the environment names no proxy. */
export function proxyVariables(env: Environment): ProxyVariables | undefined {
  const named = (name: string): string | undefined => env[name.toLowerCase()] || env[name]
  const proxies = { https_proxy: named('HTTPS_PROXY'), http_proxy: named('HTTP_PROXY') }
  if (!proxies.https_proxy && !proxies.http_proxy) return undefined
  return { ...proxies, no_proxy: [named('NO_PROXY'), ...OWN_MACHINE].filter(Boolean).join(',') }
}
