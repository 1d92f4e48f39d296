import type { Failure } from './workspace-types'

interface Meaning {
  readonly code: Failure['code']
  readonly says: string
}

const MEANINGS: Readonly<Record<string, Meaning>> = {
  ENOENT: { code: 'missing', says: 'does not exist' },
  ENOTDIR: { code: 'not_a_directory', says: 'cannot exist: a part of its path is a file, not a folder' },
  EISDIR: { code: 'not_a_file', says: 'is a folder, not a file' },
  ENXIO: { code: 'not_a_file', says: 'is no ordinary file' },
  EACCES: { code: 'denied', says: 'may not be opened by this user' },
  EPERM: { code: 'denied', says: 'may not be changed by this user' },
  EROFS: { code: 'denied', says: 'is on a read-only file system' },
  ELOOP: { code: 'failed', says: 'cannot be followed: its links lead in a circle or were just changed' },
  ENAMETOOLONG: { code: 'failed', says: 'has a name that is too long for this system' },
  ENOSPC: { code: 'failed', says: 'could not be written: the disk is full' },
  EDQUOT: { code: 'failed', says: 'could not be written: the disk quota is used up' },
  EMFILE: { code: 'failed', says: 'could not be opened: too many files are open' },
  EIO: { code: 'failed', says: 'could not be read or written: the disk reports an error' },
}

/** The `code` of an error of the operating system, or undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** What an error of the operating system means for `name`. Rethrows what is no such error: that is a bug. */
export function explainSystemError(error: unknown, name: string): { readonly ok: false; readonly error: Failure } {
  const code = systemCode(error)
  if (code === undefined || code.startsWith('ERR_')) throw error
  const meaning = MEANINGS[code]
  return { ok: false, error: { code: meaning?.code ?? 'failed', message: `${name} ${meaning?.says ?? `could not be used (${code})`}.` } }
}
