import { connect, type Socket } from 'node:net'

/** Sends the text of a request; resolves to the response body, which is valid until the next response. */
export type HttpExchange = (request: string) => Promise<Buffer>

const READ_BUFFER_BYTES = 1 << 18
const MAX_ANSWER_BYTES = 1 << 20
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i

/** Creates a connection that is opened on first use, and reopened when the server has closed it. */
export function openConnection(host: string, port: number): HttpExchange {
  const read = Buffer.allocUnsafeSlow(READ_BUFFER_BYTES)
  const answer = Buffer.allocUnsafeSlow(MAX_ANSWER_BYTES)
  let socket: Socket | undefined
  let filled = 0
  let waiting: { resolve: (body: Buffer) => void; reject: (fault: Error) => void } | undefined

  function take(length: number): boolean {
    read.copy(answer, filled, 0, length)
    filled += length
    if (filled > MAX_ANSWER_BYTES) throw new Error('an answer that is too long')
    const body = responseBody(answer.subarray(0, filled))
    if (!body) return true
    waiting?.resolve(body)
    waiting = undefined
    return true
  }

  function open(): Socket {
    const opened = connect({ host, port, noDelay: true, onread: { buffer: read, callback: take } })
    opened.on('error', (fault) => waiting?.reject(fault))
    opened.on('close', () => {
      waiting?.reject(new Error('the server closed the connection'))
      socket = undefined
    })
    return opened
  }

  return (request) =>
    new Promise((resolve, reject) => {
      filled = 0
      waiting = { resolve, reject }
      socket ??= open()
      socket.write(request)
    })
}

/**
 * Returns the body of a response if it is complete, otherwise null.
 *
 * @throws when the response does not state its length
 */
function responseBody(answer: Buffer): Buffer | null {
  const head = answer.indexOf('\r\n\r\n')
  if (head === -1) return null
  const start = head + 4
  const length = CONTENT_LENGTH.exec(answer.toString('latin1', 0, start))?.[1]
  if (length === undefined) throw new Error(`no length: ${answer.subarray(0, start)}`)
  const end = start + Number(length)
  return answer.length >= end ? answer.subarray(start, end) : null
}
