import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleServer } from '../../../../main/electron/serve-bundle'

describe('the bundle', () => {
  const root = mkdtempSync(join(tmpdir(), 'bundle-'))
  const folder = join(root, 'renderer')
  let serve: (request: Request) => Promise<Response>
  const get = (url: string, init?: RequestInit): Promise<Response> => serve(new Request(url, init))

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), '<html><head></head><body></body></html>')
    writeFileSync(join(folder, 'assets', 'start.js'), 'export {}')
    writeFileSync(join(folder, 'assets', 'start.css'), 'a{}')
    writeFileSync(join(folder, 'assets', 'font.woff2'), 'f')
    writeFileSync(join(root, 'secret.txt'), 'secret')
    symlinkSync(join(root, 'secret.txt'), join(folder, 'assets', 'link.txt'))
    serve = await bundleServer(folder)
    writeFileSync(join(folder, 'later.js'), 'late')
  })
  afterAll(() => rmSync(root, { recursive: true }))

  it.each([
    ['assets/start.js', 'text/javascript; charset=utf-8'],
    ['assets/start.css', 'text/css; charset=utf-8'],
    ['assets/font.woff2', 'font/woff2'],
    ['index.html', 'text/html; charset=utf-8'],
    ['assets/start.js?v=1#part', 'text/javascript; charset=utf-8'],
  ])('answers %s with its type, not to be guessed or kept', async (path, type) => {
    const response = await get(`countersign://app/${path}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('sends the policy with the page, with the very nonce that stands in it, new for each load', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const response = await get('countersign://app/index.html')
        const policy = response.headers.get('content-security-policy') ?? ''
        const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
        expect(await response.text()).toContain(`nonce="${nonce}"`)
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
  })

  it.each([
    'countersign://app/',
    'countersign://app/missing.js',
    'countersign://app/later.js',
    'countersign://app/assets/',
    'countersign://app/assets/link.txt',
    'countersign://app/../secret.txt',
    'countersign://app/assets/..%2f..%2fsecret.txt',
    'countersign://app/assets/%2e%2e/%2e%2e/secret.txt',
    'countersign://app//etc/passwd',
    'countersign://app/INDEX.HTML',
    'countersign://elsewhere/index.html',
    'countersign://app.elsewhere/index.html',
    'https://app/index.html',
  ])('does not answer %s', async (url) => {
    expect((await get(url)).status).toBe(404)
  })

  it('answers nothing but a plain request', async () => {
    expect((await get('countersign://app/index.html', { method: 'POST', body: 'x' })).status).toBe(404)
  })
})
