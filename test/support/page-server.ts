import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Route = string | ((request: IncomingMessage, response: ServerResponse) => void)

export interface PageServer {
  readonly port: number
  /** Paths that were asked for, in order: `/`, `/posted?…`. */
  readonly asked: string[]
  /** `http://localhost:PORT/path`. */
  url(path: string, host?: string): string
  close(): Promise<void>
}

/** Serves pages on this machine. A text is the body of a page; what has no route is not found. */
export async function servePages(routes: Readonly<Record<string, Route>>): Promise<PageServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path !== '/favicon.ico') asked.push(path)
    const route = routes[path.split('?')[0] ?? '/']
    if (route === undefined) response.writeHead(404).end('not here')
    else if (typeof route === 'string') response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html>${route}`)
    else route(request, response)
  })
  server.on('upgrade', (request, socket) => {
    asked.push(`upgrade ${request.url ?? ''}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port, asked, url: (path, host = 'localhost') => `http://${host}:${port}${path}`, close }
}
