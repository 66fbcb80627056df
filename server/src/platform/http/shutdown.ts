import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How often idle connections are closed during the shutdown, ms. */
const SWEEP_INTERVAL_MS = 50

interface ShutdownState {
  /** Aborted when streams end: followers reconnect to another process, or to this one after its restart. */
  closing: AbortSignal
  /** Returns whether the server is leaving: `/readyz` then reports it, and load balancers route requests elsewhere. */
  isLeaving: () => boolean
}

interface ShutdownOptions {
  /** How long requests are still answered once `/readyz` reports the departure, ms. */
  leave_ms: number
  /** Ends the runs of this process that streams follow. The shutdown waits for it, so it must end and not reject. */
  endRuns: () => Promise<unknown>
}

/**
 * Adds a graceful shutdown in which no accepted request is refused. The server reports that it is leaving, and
 * continues to answer until all load balancers have noticed; every reply closes its connection, so that no request
 * arrives on one that is about to be closed. Then runs emit their last events, streams end, and no connection is
 * accepted any more.
 *
 * @param app must have been created with `return503OnClosing: false`; Fastify would refuse requests otherwise
 */
export function enableGracefulShutdown(
  app: FastifyInstance,
  { leave_ms, endRuns }: ShutdownOptions,
): ShutdownState {
  const closing = new AbortController()
  let isLeaving = false
  let sweep: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isLeaving = true
    if (app.server.listening) await wait(leave_ms)
    await endRuns()
    closing.abort()
    // A connection that is busy when listening ends stays open after its reply, and would delay the shutdown.
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_INTERVAL_MS)
  })
  app.addHook('onClose', async () => clearInterval(sweep))
  app.addHook('onRequest', (_request, reply, done) => {
    if (isLeaving) reply.header('connection', 'close')
    done()
  })
  return { closing: closing.signal, isLeaving: () => isLeaving }
}
