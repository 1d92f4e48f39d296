import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { ORIGIN } from './origin'
import { newNonce, pagePolicy, withNonce } from './page-policy'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Answers requests for the page: only for files that were in the bundle's folder at the start, and by their exact names. */
export async function bundleServer(folder: string): Promise<(request: Request) => Promise<Response>> {
  const files = await listFiles(folder)
  return async (request) => {
    const file = request.method === 'GET' ? files.get(request.url.replace(/[?#].*$/, '')) : undefined
    if (file === undefined) return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } })
    const type = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
    const headers = { 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
    return file.endsWith('.html') ? page(await readFile(file, 'utf8'), headers) : new Response(await readFile(file), { headers })
  }
}

function page(html: string, headers: Record<string, string>): Response {
  const nonce = newNonce()
  return new Response(withNonce(html, nonce), { headers: { ...headers, 'content-security-policy': pagePolicy(nonce) } })
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [`${ORIGIN}/${path.slice(folder.length + 1).replaceAll(sep, '/')}`, path]))
}
