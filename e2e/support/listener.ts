import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A machine that is not the product's and wants to hear from whoever reads. */
export interface Listener {
  url: string
  /** What it was asked for. */
  asked: string[]
  /** Connections, with or without a request. */
  connections: () => number
  stop: () => void
}

export async function startListener(): Promise<Listener> {
  const asked: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    connections: () => connections,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
