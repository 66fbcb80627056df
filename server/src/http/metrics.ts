import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from '../foundation/errors.ts'
import { clientOf } from './session.ts'

export type RequestTimes = Histogram<'method' | 'route' | 'status'>

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Prometheus figures at `/metrics`: with `Authorization: Bearer METRICS_TOKEN`, else from loopback only. */
export function createMetrics(app: FastifyInstance, token: string | undefined): RequestTimes {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the head of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw new AppError('request.unknown')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return requests
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return clientOf(request).is_local
  const sent = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
