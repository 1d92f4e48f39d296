import type { SafeStorage } from 'electron'
import type { Keychain } from './core'

/** The operating system's keychain. On Linux without one Electron would seal with a fixed password: that counts as not available. */
export function systemKeychain(storage: SafeStorage, platform: NodeJS.Platform = process.platform): Keychain {
  return {
    name: nameOf(storage, platform),
    isAvailable: async () => nameOf(storage, platform) !== NO_KEYCHAIN && (await storage.isAsyncEncryptionAvailable()),
    seal: async (text) => (await storage.encryptStringAsync(text)).toString('base64'),
    open: async (sealed) => (await storage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result,
  }
}

const NO_KEYCHAIN = 'none'

function nameOf(storage: SafeStorage, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'macOS Keychain'
  if (platform === 'win32') return 'Windows Data Protection'
  const backend = storage.getSelectedStorageBackend()
  if (backend === 'gnome_libsecret') return 'GNOME Keyring'
  return backend.startsWith('kwallet') ? 'KWallet' : NO_KEYCHAIN
}
