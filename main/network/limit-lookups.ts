import type { NameLookup } from './checked-lookup'

/**
 * The same lookup, never more than `most` at once; the others wait in line. The system's lookup blocks one of the few threads that
 * reading and writing files need too: a page that asks for many slow names must not hold them all.
 */
export function limitLookups(lookup: NameLookup, most: number): NameLookup {
  let running = 0
  const waiting: (() => void)[] = []
  return async (host) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await lookup(host)
    } finally {
      // The place goes to the next in line, or is free.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
