import { type Keychain, createSealer } from './keychain'
import { type SecretEntry, type Secrets, entryOf, secretsFile, withEntry, withoutEntry } from './secrets-file'

/** Where a key is kept: a keychain by its name, a file that only its owner can read, or this process until it ends. */
export type SecretBackend = string

export type SetSecretResult =
  | { readonly outcome: 'saved'; readonly backend: SecretBackend }
  /** No keychain can take it: the person is to say where it may be kept. */
  | { readonly outcome: 'needs_consent' }

export type GetSecretResult =
  | { readonly kind: 'found'; readonly key: string; readonly backend: SecretBackend }
  | { readonly kind: 'none' }
  /** There is one, and it cannot be opened here. */
  | { readonly kind: 'sealed'; readonly backend: SecretBackend }

export interface SecretStatus {
  readonly backend: SecretBackend
  /** The last four characters; empty for a key too short to show any. */
  readonly hint: string
}

export interface SecretStore {
  /** Resolves once the key is kept; rejects with a StorageError when it cannot be, and then the old one still is. */
  set(provider: string, key: string, keep?: 'file' | 'memory'): Promise<SetSecretResult>
  get(provider: string): Promise<GetSecretResult>
  delete(provider: string): Promise<void>
  /** What is kept, without opening any key. */
  status(): Promise<Readonly<Record<string, SecretStatus>>>
}

export interface SecretStoreOptions {
  /** secrets.json, in a folder that only its owner can enter. */
  readonly file: string
  readonly keychain?: Keychain
  /** Hears every key this process gets to know, so that no text shows it. */
  readonly learn?: (secret: string) => void
  /** The file is damaged, or the keychain refuses: one sentence for people, without any key. */
  readonly onProblem?: (message: string, cause: unknown) => void
}

const HINT_LENGTH = 4
const SHORTEST_WITH_HINT = 12

export function createSecretStore(options: SecretStoreOptions): SecretStore {
  const file = secretsFile(options.file, options.onProblem)
  const sealer = createSealer(options.keychain, options.onProblem)
  const inMemory = new Map<string, string>()
  let mayStayInMemory = false

  const keepInFile = async (provider: string, entry: SecretEntry, consent?: Secrets['consent']): Promise<SetSecretResult> => {
    await file.change((secrets) => withEntry(secrets, provider, entry, consent))
    inMemory.delete(provider)
    return { outcome: 'saved', backend: entry.backend }
  }

  const keepInMemory = async (provider: string, key: string): Promise<SetSecretResult> => {
    // The new key replaces the old one, which must not come back after a restart.
    await file.change((secrets) => withoutEntry(secrets, provider))
    inMemory.set(provider, key)
    mayStayInMemory = true
    return { outcome: 'saved', backend: 'memory' }
  }

  return {
    async set(provider, key, keep) {
      const value = key.trim()
      if (value === '') throw new TypeError('A key must not be empty')
      options.learn?.(value)
      const plain: SecretEntry = { backend: 'file', hint: hintOf(value), key: value }
      if (keep === 'memory') return keepInMemory(provider, value)
      if (keep === 'file') return keepInFile(provider, plain, 'file')
      const sealed = await sealer.seal(value)
      if (sealed) return keepInFile(provider, { ...sealed, hint: hintOf(value) })
      if (mayStayInMemory) return keepInMemory(provider, value)
      return (await file.read()).consent === 'file' ? keepInFile(provider, plain) : { outcome: 'needs_consent' }
    },

    async get(provider) {
      const held = inMemory.get(provider)
      if (held !== undefined) return { kind: 'found', key: held, backend: 'memory' }
      const entry = entryOf(await file.read(), provider)
      if (!entry) return { kind: 'none' }
      const key = entry.key ?? (await sealer.open(entry))
      if (key === undefined) return { kind: 'sealed', backend: entry.backend }
      options.learn?.(key)
      return { kind: 'found', key, backend: entry.backend }
    },

    async delete(provider) {
      await file.change((secrets) => withoutEntry(secrets, provider))
      inMemory.delete(provider)
    },

    async status() {
      const all: Record<string, SecretStatus> = {}
      const kept = await file.read()
      for (const provider of Object.keys(kept.secrets)) {
        const entry = entryOf(kept, provider)
        if (entry) all[provider] = { backend: entry.backend, hint: entry.hint }
      }
      for (const [provider, key] of inMemory) all[provider] = { backend: 'memory', hint: hintOf(key) }
      return all
    },
  }
}

const hintOf = (key: string): string => (key.length < SHORTEST_WITH_HINT ? '' : key.slice(-HINT_LENGTH))
