import { open } from 'node:fs/promises'
import type { JournalFile } from '../../../../../main/storage/journal'

type Step = 'write' | 'datasync' | 'truncate'
export type Breaking = Partial<Record<Step, (real: JournalFile, bytes: Buffer) => Promise<void>>>

/** Opens the real file, with its calls counted and a place to break them: `breaking` may be changed at any time. */
export function watchedFile(breaking: Breaking = {}) {
  const calls: Step[] = []
  const step = async (name: Step, real: JournalFile, bytes: Buffer): Promise<void> => {
    calls.push(name)
    await breaking[name]?.(real, bytes)
  }
  const openFile = async (path: string): Promise<JournalFile> => {
    const real = await open(path, 'a')
    return {
      write: async (bytes, offset, length) => {
        await step('write', real, bytes)
        return real.write(bytes, offset, length)
      },
      datasync: async () => {
        await step('datasync', real, Buffer.alloc(0))
        await real.datasync()
      },
      truncate: async (length) => {
        await step('truncate', real, Buffer.alloc(0))
        await real.truncate(length)
      },
      stat: () => real.stat(),
      close: () => real.close(),
    }
  }
  return { calls, openFile, breaking }
}

export const systemError = (code: string): Error => Object.assign(new Error(code), { code })
export const refuse = (code: string) => () => Promise.reject(systemError(code))
