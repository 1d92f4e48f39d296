import { describe, expect, it } from 'vitest'
import { addressProblem, keyPlace, providerChoices } from '../../../../../renderer/features/settings/provider-choices'
import { providerIds } from '../../../../../shared/models'

describe('the providers', () => {
  it('are all offered', () => {
    expect(providerChoices.map(({ id }) => id).toSorted()).toEqual([...providerIds].toSorted())
  })

  it('take web addresses only', () => {
    expect(addressProblem('')).toBeUndefined()
    expect(addressProblem('http://localhost:1234/v1')).toBeUndefined()
    for (const wrong of ['localhost:1234', 'file:///etc/passwd', 'api.example.com', 'javascript:alert(1)']) {
      expect(addressProblem(wrong), wrong).toMatch(/^This is not a web address/)
    }
  })

  it('say where the key is kept', () => {
    expect(keyPlace({ hasKey: false })).toBe('No key is stored yet.')
    expect(keyPlace({ hasKey: true, keyHint: 'x9Qa', keyBackend: 'GNOME Keyring' })).toBe(
      'The key that ends in x9Qa is kept in GNOME Keyring.',
    )
    expect(keyPlace({ hasKey: true, keyBackend: 'memory' })).toBe('The key is forgotten when you quit.')
    expect(keyPlace({ hasKey: true, keyBackend: 'file' })).toBe('A key is kept in a file that only you can read.')
  })
})
