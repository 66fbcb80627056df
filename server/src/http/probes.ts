import type { FastifyInstance } from 'fastify'
import type { BaseContext } from '../context.ts'
import { ping } from '../db/ping.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, its database answers. */
export function serveProbes(app: FastifyInstance, { db, log }: BaseContext): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await ping(db)
      return { status: 'ok' }
    } catch (error) {
      log.error({ err: error }, 'the database does not answer')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}
