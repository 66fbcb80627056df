import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A foreign server that records requests from readers' browsers. */
export interface Listener {
  url: string
  /** The requested paths. */
  paths: string[]
  /** Number of connections, with or without a request. */
  connections: () => number
  stop: () => void
}

/** Starts a server that records every request and connection. */
export async function startListener(): Promise<Listener> {
  const paths: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    connections: () => connections,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
