import { describe, expect, it } from 'vitest'
import { partsOfAddress } from '../../../../../renderer/features/links/address-parts'

describe('a web address', () => {
  it('is told apart by its host', () => {
    expect(partsOfAddress('https://example.com:8443/a?b')).toEqual({
      host: 'example.com:8443',
      whole: 'https://example.com:8443/a?b',
      warnings: [],
    })
  })

  it('is the host that would be asked, not the one it begins with', () => {
    const parts = partsOfAddress('https://bank.com@evil.example/')
    expect(parts?.host).toBe('evil.example')
    expect(parts?.warnings).toHaveLength(1)
  })

  it('shows a name in another script as the network writes it, and says so', () => {
    const parts = partsOfAddress('https://\u0430pple.com/')
    expect(parts?.host).toBe('xn--pple-43d.com')
    expect(parts?.warnings).toEqual(['The name of the site is written with letters of another script.'])
  })

  it('is nothing else', () => {
    for (const text of ['file:///etc/passwd', 'javascript:alert(1)', 'vscode://x', 'example.com', ''])
      expect(partsOfAddress(text), text).toBeUndefined()
  })
})
