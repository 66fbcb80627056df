import { Agent, request } from 'node:http'

/** Sends one call and answers the bytes that came. @throws where the answer is not a success. */
export type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Buffer>

const SUCCESS = '{"code":200,'

/**
 * Calls over connections that are kept, one at a time on each. The bytes are not read as JSON: on a machine that is
 * shared with the server, a client that works as hard as a server measures itself.
 */
export function createClient(url: string, cookie: string, connections: number): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body ? Buffer.from(JSON.stringify(body)) : undefined
      const headers = {
        cookie,
        'x-login-type': 'front',
        ...(text ? { 'content-type': 'application/json', 'content-length': text.length } : {}),
      }
      const sent = request({ hostname, port, agent, method, path, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          if (bytes.subarray(0, SUCCESS.length).toString() === SUCCESS) resolve(bytes)
          else reject(new Error(`${method} ${path}: ${bytes.subarray(0, 300)}`))
        })
      })
      sent.on('error', reject)
      sent.end(text)
    })
}
