import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Distributes requests round-robin over some servers; one that does not respond is skipped. */
export async function balance(urls: string[]): Promise<{ url: string; close: () => void }> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => attempt(urls.length))
    function attempt(left: number): void {
      turn += 1
      const { hostname, port } = new URL(urls[turn % urls.length] ?? '')
      const { method, url: path, headers } = incoming
      const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => outgoing.destroy())
        answer.pipe(outgoing)
      })
      forwarded.on('error', () => {
        if (outgoing.headersSent) outgoing.destroy()
        else if (left > 1) attempt(left - 1)
        else outgoing.writeHead(502).end()
      })
      outgoing.on('close', () => forwarded.destroy())
      forwarded.end(Buffer.concat(chunks))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
