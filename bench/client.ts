import { type HttpExchange, openConnection } from './connection.ts'

/**
 * Sends one call and resolves to the response body. Use it at once: later responses overwrite the buffer.
 *
 * @throws when the response is not a success
 */
export type SendRequest = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Buffer>

const SUCCESS = '{"code":200,'

/**
 * Creates a client with keep-alive connections, each with one call at a time. HTTP is written and parsed by hand and
 * bodies are not parsed as JSON, because on a machine shared with the server a client that works as hard as the server
 * would measure itself.
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
