export type StorageErrorCode = 'full' | 'read_only' | 'denied' | 'missing' | 'too_many_files' | 'io'

/** A file of ours could not be read or written. `message` is one sentence for people; `path` says where. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode
  readonly path: string

  constructor(code: StorageErrorCode, path: string, options: { readonly message?: string; readonly cause?: unknown } = {}) {
    super(options.message ?? sentence(code, path), options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.path = path
  }
}

/** What a failed file operation means for people. Throws on whatever is no refusal of the system: that is a bug. */
export function toStorageError(cause: unknown, path: string): StorageError {
  if (cause instanceof StorageError) return cause
  const code = systemCode(cause)
  if (code === undefined) throw cause
  return new StorageError(codes[code] ?? 'io', path, { cause })
}

/** The system's name of an error, such as `ENOENT`; undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  const isSystem = error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code)
  return isSystem ? String(error.code) : undefined
}

/** For a rejection that was told to its owner already. Anything but a refusal of the system goes on as a bug. */
export function ignoreTold(error: unknown): void {
  if (!(error instanceof StorageError)) throw error
}

export const isMissing = (error: unknown): boolean => systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'

const codes: Readonly<Record<string, StorageErrorCode>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read_only',
  EACCES: 'denied',
  EPERM: 'denied',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EMFILE: 'too_many_files',
  ENFILE: 'too_many_files',
}

function sentence(code: StorageErrorCode, path: string): string {
  switch (code) {
    case 'full':
      return `There is no room left to write ${path}: free some space and it goes on.`
    case 'read_only':
      return `${path} is on a disk that is read-only: make it writable, or choose another folder with --data-dir.`
    case 'denied':
      return `The system does not allow access to ${path}: check who owns it and its permissions.`
    case 'missing':
      return `${path} is no longer there: another program moved or deleted it.`
    case 'too_many_files':
      return `Too many files are open to use ${path}: close other programs and try again.`
    case 'io':
      return `${path} could not be read or written: the disk or its connection reports an error.`
  }
}
