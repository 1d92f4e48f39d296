import { describe, expect, it } from 'vitest'
import { systemKeychain } from '../../../../main/electron/keychain'

type SafeStorage = Parameters<typeof systemKeychain>[0]
type Backend = ReturnType<SafeStorage['getSelectedStorageBackend']>

/** Seals by turning the text around. */
function storage(backend: Backend, isAvailable = true): SafeStorage {
  const turned = (bytes: Uint8Array): Buffer => Buffer.from(bytes).reverse()
  const slice = {
    getSelectedStorageBackend: () => backend,
    isAsyncEncryptionAvailable: async () => isAvailable,
    encryptStringAsync: async (text: string) => turned(Buffer.from(text)),
    decryptStringAsync: async (sealed: Buffer) => ({ result: turned(sealed).toString(), shouldReEncrypt: false }),
  }
  // The slice of SafeStorage that the keychain uses: none of the calls that Electron 46 drops.
  return slice as unknown as SafeStorage
}

describe('the keychain', () => {
  it('seals to base64 and opens again', async () => {
    const keychain = systemKeychain(storage('gnome_libsecret'), 'linux')
    const sealed = await keychain.seal('sk-ä')
    expect(Buffer.from(sealed, 'base64').toString('base64')).toBe(sealed)
    expect(sealed).not.toContain('sk-')
    expect(await keychain.open(sealed)).toBe('sk-ä')
  })

  it.each([
    ['linux', 'gnome_libsecret', 'GNOME Keyring', true],
    ['linux', 'kwallet6', 'KWallet', true],
    ['linux', 'basic_text', 'none', false],
    ['linux', 'unknown', 'none', false],
    ['darwin', 'unknown', 'macOS Keychain', true],
    ['win32', 'unknown', 'Windows Data Protection', true],
  ] as const)('on %s with %s is %s', async (platform, backend, name, isAvailable) => {
    const keychain = systemKeychain(storage(backend), platform)
    expect(keychain.name).toBe(name)
    expect(await keychain.isAvailable()).toBe(isAvailable)
  })

  it('is not available when the system says so', async () => {
    expect(await systemKeychain(storage('gnome_libsecret', false), 'linux').isAvailable()).toBe(false)
  })
})
