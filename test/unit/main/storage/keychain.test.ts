import { describe, expect, test } from 'vitest'
import { createSealer } from '../../../../main/storage/keychain'
import { testKeychain } from './support/test-keychain'

describe('a keychain', () => {
  test('seals under its name, and opens what was sealed under it', async () => {
    const sealer = createSealer(testKeychain('kwallet').keychain)
    const sealed = await sealer.seal('a key')
    expect(sealed).toEqual({ backend: 'kwallet', sealed: expect.not.stringContaining('key') as string })
    expect(await sealer.open(sealed ?? { backend: '' })).toBe('a key')
  })

  test('of another name does not open it', async () => {
    const sealed = await createSealer(testKeychain('kwallet').keychain).seal('a key')
    expect(await createSealer(testKeychain('other').keychain).open(sealed ?? { backend: '' })).toBeUndefined()
  })

  test('that is missing, not available, or hides nothing is none', async () => {
    const away = testKeychain()
    away.world.isAvailable = false
    for (const keychain of [undefined, away.keychain, testKeychain('basic_text').keychain]) {
      expect(await createSealer(keychain).seal('a key')).toBeUndefined()
      expect(await createSealer(keychain).open({ backend: keychain?.name ?? 'x', sealed: 'AAAA' })).toBeUndefined()
    }
  })

  test('that refuses is none for this time, and says why', async () => {
    const { keychain, world } = testKeychain()
    const refusals: string[] = []
    const sealer = createSealer(keychain, (message, cause) => refusals.push(`${message} ${String(cause)}`))
    world.refuses = true
    expect(await sealer.seal('a key')).toBeUndefined()
    expect(await sealer.open({ backend: keychain.name, sealed: 'AAAA' })).toBeUndefined()
    expect(refusals).toEqual([
      'The keychain (gnome_libsecret) did not take the key. Error: The keychain is locked',
      'The keychain (gnome_libsecret) did not open the key. Error: The keychain is locked',
    ])
  })
})
