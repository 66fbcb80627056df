import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'
import {
  type ConnectionTarget,
  FetchFault,
  type SafeFetchOptions,
} from '../platform/providers/safe-fetch/safe-fetch.ts'

/** A public address. */
export const PUBLIC_ADDRESS = '93.184.215.14'

/** Starts a loopback server that records requests, and a connector whose connections all lead to it. */
export async function fetchScene(listener: RequestListener = (_, response) => response.end('secret')) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.host}${request.url}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const opened: ConnectionTarget[] = []
  /** Connects to the loopback server, whatever the target. */
  const open = (target: ConnectionTarget) => {
    opened.push(target)
    return connect(port, '127.0.0.1')
  }
  return { port, origin: `http://127.0.0.1:${port}`, seen, opened, open }
}

/** Creates a resolver that returns these addresses one after another; the last ones repeat. */
export const createResolver =
  (...answers: string[][]): NonNullable<SafeFetchOptions['resolve']> =>
  async () => {
    const answer = answers.length > 1 ? (answers.shift() ?? []) : (answers[0] ?? [])
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }

/** Returns the reason why a fetch failed. */
export const fetchFaultReason = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error) => (error instanceof FetchFault ? error.reason : String(error)),
  )
