import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const SWEEP_INTERVAL_MS = 50

interface ShutdownState {
  /** Aborted when streams end: whoever follows goes on at another process, or at the next start of this one. */
  closing: AbortSignal
  /** Asked to end: `/readyz` says so, and whoever spreads requests sends them elsewhere. */
  isLeaving: () => boolean
}

interface Options {
  /** How long everything is answered as before, once `/readyz` says that we leave. */
  leave_ms: number
  /** Ends what runs here and is followed by streams. */
  lastWords: () => Promise<unknown>
}

/**
 * How the server leaves: nobody who was let in is refused. It says that it leaves, and goes on answering until all who
 * spread requests have seen it; with every answer it asks that the next request take another connection, so that no
 * request meets one that is about to be closed. Then runs say their last words, streams end, and nobody new is let in.
 */
export function enableGracefulShutdown(
  app: FastifyInstance,
  { leave_ms, lastWords }: Options,
): ShutdownState {
  const closing = new AbortController()
  let isLeaving = false
  let sweep: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isLeaving = true
    if (app.server.listening) await wait(leave_ms)
    await lastWords()
    closing.abort()
    // A connection that is busy when listening ends stays open after its answer, and would keep us waiting.
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_INTERVAL_MS)
  })
  app.addHook('onClose', async () => clearInterval(sweep))
  app.addHook('onRequest', (_request, reply, done) => {
    if (isLeaving) reply.header('connection', 'close')
    done()
  })
  return { closing: closing.signal, isLeaving: () => isLeaving }
}
