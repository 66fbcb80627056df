import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of the product that counts requests and can simulate the installation of a new build. */
export interface UpdateProxy {
  url: string
  /** Returns how often a path has reached the server. */
  seen: (path: string) => number
  /** Changes `/sw.js` to that of another build. */
  installNewBuild: () => void
  stop: () => Promise<void>
}

/** Starts a proxy in front of the server at `target`. */
export async function startUpdateProxy(target: string): Promise<UpdateProxy> {
  const counts = new Map<string, number>()
  let build = 0
  const server: Server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').split('?')[0] ?? '/'
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const headers = path === '/sw.js' ? withoutCacheHeaders(incoming.headers) : incoming.headers
    const onward = request(`${target}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      if (path !== '/sw.js' || build === 0) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const { 'content-length': _length, ...rest } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, rest)
      answer.on('data', (chunk) => outgoing.write(chunk))
      answer.on('end', () => outgoing.end(`\n// build ${build}\n`))
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    seen: (path) => counts.get(path) ?? 0,
    installNewBuild: () => {
      build += 1
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Removes the headers that would make the server respond with a compressed worker or with "not modified". */
function withoutCacheHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'accept-encoding': _encoding, 'if-none-match': _tag, 'if-modified-since': _time, ...rest } = headers
  return rest
}
