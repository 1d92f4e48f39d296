import type { Keychain } from '../../../../../main/storage/keychain'

/** A keychain in memory. What it seals does not show the text; another instance of the same name opens it. */
export function testKeychain(name = 'gnome_libsecret') {
  const world = { isAvailable: true, refuses: false, opened: 0 }
  const check = (): void => {
    if (world.refuses) throw new Error('The keychain is locked')
  }
  const keychain: Keychain = {
    name,
    isAvailable: () => Promise.resolve(world.isAvailable),
    seal: async (text) => {
      check()
      return Buffer.from(Array.from(Buffer.from(text), (byte) => byte ^ 0x5a)).toString('base64')
    },
    open: async (sealed) => {
      check()
      world.opened++
      return Buffer.from(Array.from(Buffer.from(sealed, 'base64'), (byte) => byte ^ 0x5a)).toString()
    },
  }
  return { keychain, world }
}
