import { describe, expect, it } from 'vitest'
import { BadAddressError, readClineEnv } from '../../../../main/account/cline-env'

describe('the environment', () => {
  it('is production unless the variables say otherwise', () => {
    expect(readClineEnv({})).toEqual({
      environment: 'production',
      appBaseUrl: 'https://app.cline.bot',
      apiBaseUrl: 'https://api.cline.bot',
    })
    expect(readClineEnv({ CLINE_ENVIRONMENT: 'staging' }).environment).toBe('staging')
    expect(readClineEnv({ CLINE_ENVIRONMENT: 'local' }).apiBaseUrl).toBe('http://localhost:7777')
    expect(readClineEnv({ CLINE_ENVIRONMENT: 'else' }).environment).toBe('production')
  })

  it.each(['http://127.0.0.1:9', 'http://127.0.0.1:9/', 'http://127.0.0.1:9/v1', ' http://127.0.0.1:9/v1/ '])(
    'is at %s for all calls',
    (base) => {
      expect(readClineEnv({ CLINE_API_BASE_URL: base, CLINE_ENVIRONMENT: 'staging' })).toEqual({
        environment: 'selfHosted',
        appBaseUrl: 'http://127.0.0.1:9',
        apiBaseUrl: 'http://127.0.0.1:9',
      })
      expect(readClineEnv({ CLINE_API_BASE_URL: 'https://other.test' }, base).apiBaseUrl).toBe('http://127.0.0.1:9')
    },
  )

  it.each(['api.cline.bot', 'ftp://api.cline.bot', 'file:///etc', 'https://user:word@api.cline.bot'])('is refused at %s', (base) => {
    expect(() => readClineEnv({ CLINE_API_BASE_URL: base })).toThrow(BadAddressError)
    expect(() => readClineEnv({ CLINE_API_BASE_URL: base })).toThrow(/^CLINE_API_BASE_URL holds /)
    expect(() => readClineEnv({ CLINE_API_BASE_URL: 'https://api.cline.bot' }, base)).toThrow(/^--base-url holds (?!.*user:)/)
  })
})
