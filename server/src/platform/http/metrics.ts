import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '../foundation/errors.ts'
import { identifyClient } from './session.ts'

/** A gauge with one value per state, read at each scrape. */
export interface GaugeSource {
  name: string
  help: string
  /** Returns the values by the label `state`. */
  read: () => Promise<Record<string, number>>
}

/** The histogram of request durations. */
export type RequestTimes = Histogram<'method' | 'route' | 'status'>

/** Upper bounds of the histogram's buckets. */
const DURATION_BUCKETS_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface MetricsOptions {
  token: string | undefined
  /** Whether this machine may read the metrics without the token. */
  is_open_here: boolean
  /** The role of the process, a label of every metric. */
  role: string
  gauges: GaugeSource[]
}

/**
 * Serves Prometheus metrics at `/metrics`: with `Authorization: Bearer METRICS_TOKEN`, or, without a configured token,
 * to loopback of a server that others cannot reach; others get `request.unknown`. Returns the histogram in which requests
 * are recorded.
 */
export function createMetrics(
  app: FastifyInstance,
  { token, is_open_here, role, gauges }: MetricsOptions,
): RequestTimes {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  // Process metrics keep their listeners for the life of the process, so they are collected only by a server that
  // listens, not by each one built in it.
  app.addHook('onListen', async () => collectDefaultMetrics({ register: registry }))
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the head of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  })
  for (const gauge of gauges) addGauge(registry, gauge)
  app.get('/metrics', async (request, reply) => {
    const mayRead = token ? hasMetricsToken(request, token) : is_open_here && identifyClient(request).is_local
    if (!mayRead) throw new AppError('request.unknown')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return requests
}

/** Adds a gauge that is read at each request for the metrics, one value per state. */
function addGauge(registry: Registry, { name, help, read }: GaugeSource): void {
  new Gauge({
    name,
    help,
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [state, value] of Object.entries(await read())) this.set({ state }, value)
    },
  })
}

function hasMetricsToken(request: FastifyRequest, token: string): boolean {
  const sent = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
