import { createContext, Script } from 'node:vm'

const script = new Script('work()')

/**
 * Does work that a stranger's schema or pattern may make endless. Undefined when it took longer: it is stopped in the middle.
 * Throws what the work throws.
 */
export function withinTime<Value>(ms: number, work: () => Value): { readonly value: Value } | undefined {
  const context = createContext({ work })
  try {
    // What `work` gives is given on as it is.
    return { value: script.runInContext(context, { timeout: ms }) as Value }
  } catch (error) {
    // It is an Error of the context's own realm: instanceof does not know it.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}
