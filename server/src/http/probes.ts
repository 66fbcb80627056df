import type { FastifyInstance } from 'fastify'
import type { BaseContext } from '../context/context.ts'
import { ping } from '../db/health.ts'
import type { DiskWatch } from './disk-watch.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, its database answers and takes what is written. */
export function serveProbes(app: FastifyInstance, { db, log }: BaseContext, disk: DiskWatch): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await ping(db)
      if (!(await disk.isFull())) return { status: 'ok' }
      return reply.code(503).send({ status: 'disk_full' })
    } catch (error) {
      log.error({ err: error }, 'the database does not answer')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}
