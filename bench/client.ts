import { type HttpExchange, openConnection } from './connection.ts'

/**
 * Sends one call and answers the bytes that came, to be used at once: later answers take their place.
 * @throws where the answer is not a success.
 */
export type SendRequest = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Buffer>

const SUCCESS = '{"code":200,'

/**
 * Calls over connections that are kept, one at a time on each. HTTP is written and read by hand, and the bytes are not
 * read as JSON: on a machine that is shared with the server, a client that works as hard as a server measures itself.
 */
export function createClient(url: string, cookie: string, connections: number): SendRequest {
  const { hostname, port, host } = new URL(url)
  const always = `host: ${host}\r\ncookie: ${cookie}\r\nx-login-type: front\r\n`
  const idle = Array.from({ length: connections }, () => openConnection(hostname, Number(port)))
  const waiting: ((connection: HttpExchange) => void)[] = []
  return async (method, path, body) => {
    const text = body ? JSON.stringify(body) : ''
    const about = text && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
    const taken = idle.pop() ?? (await new Promise<HttpExchange>((resolve) => waiting.push(resolve)))
    try {
      const bytes = await taken(`${method} ${path} HTTP/1.1\r\n${always}${about}\r\n${text}`)
      if (bytes.toString('latin1', 0, SUCCESS.length) === SUCCESS) return bytes
      throw new Error(`${method} ${path}: ${bytes.subarray(0, 300)}`)
    } finally {
      const next = waiting.shift()
      if (next) next(taken)
      else idle.push(taken)
    }
  }
}
