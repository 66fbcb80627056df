import type { FastifyInstance } from 'fastify'
import type { BaseContext } from '../context/context.ts'
import { isReachableByOthers } from '../foundation/addresses.ts'
import { withoutRedaction } from '../foundation/logger.ts'
import { createMetrics, type GaugeSource } from './metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    started_at: number
    /** The path of the call in the contract; null for pages. */
    call: string | null
  }
}

/**
 * Logs and measures each request when its reply begins: method, route, status, duration, user. Never the query, a
 * header or a body.
 */
export function recordRequests(
  app: FastifyInstance,
  { log, config }: BaseContext,
  gauges: GaugeSource[],
): void {
  const times = createMetrics(app, {
    token: config.METRICS_TOKEN,
    is_open_here: !isReachableByOthers(config),
    role: config.ROLE,
    gauges,
  })
  const lines = withoutRedaction(log)
  app.decorateRequest('started_at', 0)
  app.decorateRequest('call', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.started_at = performance.now()
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { id, method, actor } = request
    const route = request.call ?? request.routeOptions.url ?? 'unknown'
    const ms = performance.now() - request.started_at
    times.observe({ method, route, status: reply.statusCode }, ms / 1000)
    const line = {
      request_id: id,
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(ms),
      user: actor?.id,
    }
    lines.info(line, 'request')
    done(null, payload)
  })
}
