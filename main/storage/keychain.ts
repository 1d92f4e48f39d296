/** The system's own store for secrets. Electron has one; without a window there is none. */
export interface Keychain {
  /** Its name, kept with each key: only the same keychain can open it again. `basic_text` is none: it hides nothing. */
  readonly name: string
  isAvailable(): Promise<boolean>
  /** Base64. Rejects when the keychain is locked or refuses. */
  seal(text: string): Promise<string>
  open(sealed: string): Promise<string>
}

export interface Sealed {
  readonly backend: string
  readonly sealed: string
}

/** Seals and opens with a keychain that may be missing or refuse: the answer is then undefined. */
export interface Sealer {
  seal(key: string): Promise<Sealed | undefined>
  open(entry: { readonly backend: string; readonly sealed?: string | undefined }): Promise<string | undefined>
}

const HIDES_NOTHING = 'basic_text'

/** `onRefusal` hears why a keychain that is there did not do it. */
export function createSealer(keychain: Keychain | undefined, onRefusal?: (message: string, cause: unknown) => void): Sealer {
  return {
    async seal(key) {
      if (!keychain || !(await isUsable(keychain))) return undefined
      try {
        return { backend: keychain.name, sealed: await keychain.seal(key) }
      } catch (cause) {
        onRefusal?.(`The keychain (${keychain.name}) did not take the key.`, cause)
        return undefined
      }
    },
    async open({ backend, sealed }) {
      if (sealed === undefined || keychain?.name !== backend || !(await isUsable(keychain))) return undefined
      try {
        return await keychain.open(sealed)
      } catch (cause) {
        onRefusal?.(`The keychain (${backend}) did not open the key.`, cause)
        return undefined
      }
    },
  }
}

const isUsable = async (keychain: Keychain): Promise<boolean> => (await keychain.isAvailable()) && keychain.name !== HIDES_NOTHING
