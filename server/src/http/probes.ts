import type { FastifyInstance } from 'fastify'
import type { BaseContext } from '../context/context.ts'
import { ping } from '../db/health.ts'
import type { DiskWatch } from './disk-watch.ts'

interface Server extends Pick<BaseContext, 'db'> {
  log: Pick<BaseContext['log'], 'error'>
}

interface Looked {
  disk: Pick<DiskWatch, 'isFull'>
  isLeaving: () => boolean
}

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, its database answers and takes what is written, and it has not
 * been asked to end.
 */
export function serveProbes(app: FastifyInstance, { db, log }: Server, { disk, isLeaving }: Looked): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'leaving' })
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
