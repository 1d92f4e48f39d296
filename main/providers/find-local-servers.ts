import { z } from 'zod'
import type { LocalServer } from '../../shared/extension-state'
import { parseJson } from '../../shared/parse-json'
import { providerFacts } from './provider-catalog'

export interface LocalPlace {
  readonly provider: 'ollama' | 'lmstudio'
  /** With `/v1`. */
  readonly baseUrl: string
}

const usualPlaces: readonly LocalPlace[] = (['ollama', 'lmstudio'] as const).map((provider) => ({
  provider,
  baseUrl: providerFacts(provider).defaultBaseUrl ?? '',
}))

const PROBE_MS = 500

/** Model servers of this machine that answer now. Never rejects and never takes longer than `timeoutMs`. */
export async function findLocalServers(places: readonly LocalPlace[] = usualPlaces, timeoutMs = PROBE_MS): Promise<LocalServer[]> {
  const found = await Promise.all(places.map((place) => probe(place, AbortSignal.timeout(timeoutMs))))
  return found.filter((server) => server !== undefined)
}

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })).nullable() })

async function probe({ provider, baseUrl }: LocalPlace, signal: AbortSignal): Promise<LocalServer | undefined> {
  // Nobody there, somebody else there, too slow: all the same here.
  const text = await fetch(`${baseUrl}/models`, { signal, redirect: 'error' }).then(
    (response) => (response.ok ? response.text().catch(() => '') : ''),
    () => '',
  )
  const list = ModelList.safeParse(parseJson(text))
  return list.success ? { provider, baseUrl, models: (list.data.data ?? []).map((model) => model.id) } : undefined
}
