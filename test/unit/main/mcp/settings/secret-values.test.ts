import { describe, expect, it } from 'vitest'
import { namesSecret, secretsOf } from '../../../../../main/mcp/settings/secret-values'

describe('names of secrets', () => {
  it.each(['API_KEY', 'githubToken', 'Authorization', 'X-Api-Key', 'DB_PASSWORD', 'MYSECRET', 'Cookie', 'SENTRY_AUTH', 'accesskey'])(
    'are %s',
    (name) => expect(namesSecret(name)).toBe(true),
  )
  it.each(['AUTHOR', 'KEYBOARD', 'MONKEY', 'TOKENIZERS_PARALLELISM', 'BYPASS', 'SSH_KEY_PATH', 'AUTH_TYPE', 'MAX_TOKENS_LIMIT', 'Accept'])(
    'are not %s',
    (name) => expect(namesSecret(name)).toBe(false),
  )
})

it('are read of variables, headers, flags and addresses, and never of what could be an ordinary word', () => {
  const local = {
    kind: 'stdio' as const,
    command: 'x',
    args: ['--api-key', 'secret-of-a-flag', '--token=secret-of-another', '--auth', '--verbose', '--key-file', '/home/me/key.pem'],
    env: { ORDINARY: 'in-the-log', AUTHOR: 'somebody-else', KEY: 'short', MAX_TOKENS: '100000000', SERVICE_TOKEN: 'secret-of-a-variable' },
  }
  expect(secretsOf(local, { MY_KEY: 'secret-by-name', HOME: '/home/me' })).toEqual([
    'secret-by-name',
    'secret-of-a-variable',
    'secret-of-a-flag',
    'secret-of-another',
  ])
  const headers = { Accept: 'application/json', Authorization: 'Bearer secret-of-a-header', 'X-Api-Key': 'secret-of-a-key' }
  expect(secretsOf({ kind: 'sse', url: 'https://a.test/?api_key=secret-of-a-query&page=12345678', headers }, {})).toEqual([
    'secret-of-a-header',
    'secret-of-a-key',
    'secret-of-a-query',
  ])
})
