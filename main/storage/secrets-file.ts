import { chmod, stat } from 'node:fs/promises'
import { z } from 'zod'
import { type JsonRead, atomicFile } from './atomic-write'
import { withFileLock } from './file-lock'
import { isMissing, toStorageError } from './storage-error'

const SecretEntry = z.looseObject({
  /** What holds the key: a keychain by its name, or `file`. */
  backend: z.string(),
  hint: z.string(),
  /** What the keychain made of the key, in base64. */
  sealed: z.string().optional(),
  /** The key itself, where the person agreed to that. */
  key: z.string().optional(),
})
export type SecretEntry = z.infer<typeof SecretEntry>

/** Keys by provider. Entries and fields of a newer version are kept as they are. */
const Secrets = z.looseObject({
  version: z.number(),
  secrets: z.record(z.string(), z.unknown()),
  /** The answer of a person without a keychain: they are asked once. */
  consent: z.literal('file').optional().catch(undefined),
})
export type Secrets = z.infer<typeof Secrets>

export interface SecretsFile {
  read(): Promise<Secrets>
  /** Each change starts from what stands in the file, which another process may have changed. One at a time, whoever makes it. */
  change(edit: (secrets: Secrets) => Secrets): Promise<void>
}

/** Far longer than to read and write a small file. */
const LONGEST_LOCK_MS = 10_000

/** The file of keys. `onDamaged` hears once that it cannot be used; it is copied before it is replaced. */
export function secretsFile(path: string, onDamaged?: (message: string, cause: unknown) => void): SecretsFile {
  const file = atomicFile(path)
  let last: Promise<void> = Promise.resolve()
  let toldOfDamage = false

  const readWhole = async (): Promise<{ secrets: Secrets; isDamaged: boolean }> => {
    await closeToOthers(path)
    const read = await file.read()
    if (read.kind === 'missing') return { secrets: noSecrets, isDamaged: false }
    const parsed = Secrets.safeParse(read.kind === 'ok' ? read.value : undefined)
    if (parsed.success) return { secrets: parsed.data, isDamaged: false }
    if (!toldOfDamage) onDamaged?.(`The stored keys in ${path} cannot be read: enter them again. The file is kept.`, causeOf(read))
    toldOfDamage = true
    return { secrets: noSecrets, isDamaged: true }
  }

  const edited = async (edit: (secrets: Secrets) => Secrets): Promise<void> => {
    const { secrets, isDamaged } = await readWhole()
    const after = edit(secrets)
    if (after === secrets) return
    if (isDamaged) await file.keepCopy()
    await file.write(after)
  }

  const changed = async (edit: (secrets: Secrets) => Secrets): Promise<void> => {
    const { secrets } = await readWhole()
    // Where nothing can be written, there may be nothing to write either.
    if (edit(secrets) === secrets) return
    try {
      await withFileLock(`${path}.lock`, () => edited(edit), LONGEST_LOCK_MS)
    } catch (cause) {
      throw toStorageError(cause, path)
    }
  }

  return {
    read: async () => (await readWhole()).secrets,
    change(edit) {
      const done = last.then(() => changed(edit))
      // The one who asked hears of a failure; it must not stop the next in line.
      last = done.catch(() => undefined)
      return done
    },
  }
}

export function entryOf(secrets: Secrets, provider: string): SecretEntry | undefined {
  return Object.hasOwn(secrets.secrets, provider) ? SecretEntry.safeParse(secrets.secrets[provider]).data : undefined
}

export function withEntry(secrets: Secrets, provider: string, entry: SecretEntry, consent: Secrets['consent']): Secrets {
  return { ...secrets, ...(consent && { consent }), secrets: { ...secrets.secrets, [provider]: entry } }
}

/** The same object when there is nothing to take out. */
export function withoutEntry(secrets: Secrets, provider: string): Secrets {
  if (!Object.hasOwn(secrets.secrets, provider)) return secrets
  return { ...secrets, secrets: Object.fromEntries(Object.entries(secrets.secrets).filter(([name]) => name !== provider)) }
}

const noSecrets: Secrets = { version: 1, secrets: {} }

const causeOf = (read: JsonRead): unknown => (read.kind === 'damaged' ? read.error : undefined)

/** A restored backup or a copy by hand may have left it open. */
async function closeToOthers(path: string): Promise<void> {
  try {
    const { mode, uid } = await stat(path)
    if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(path, 0o600)
  } catch (cause) {
    if (!isMissing(cause)) throw toStorageError(cause, path)
  }
}
