import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { BaseContext } from '../context/context.ts'
import { ping, probeWrite } from '../db/health.ts'
import { DatabaseUnavailable } from '../foundation/errors.ts'
import { diskFault } from '../foundation/fault.ts'

/** Limit of the readiness check, ms; shorter than the timeout of the prober. */
const READINESS_TIMEOUT_MS = 3_000

interface ProbeContext extends Pick<BaseContext, 'db'> {
  log: Pick<BaseContext['log'], 'error'>
}

interface ProbeSources {
  disk: Pick<DiskWatch, 'isFull'>
  isLeaving: () => boolean
}

/**
 * Serves the probes. `/healthz`: the process is alive. `/readyz`: its database answers, the disk accepts writes, and it
 * is not shutting down.
 */
export function serveProbes(
  app: FastifyInstance,
  { db, log }: ProbeContext,
  { disk, isLeaving }: ProbeSources,
): void {
  const asked = shareRunning(async () => {
    await ping(db)
    return disk.isFull()
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'leaving' })
    try {
      const isFull = await Promise.race([asked(), rejectLate()])
      return isFull ? reply.code(503).send({ status: 'disk_full' }) : { status: 'ok' }
    } catch (error) {
      log.error({ err: error }, 'the database does not answer')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}

/** Shares a running request among concurrent callers, so that a slow one is not repeated ever more often. */
function shareRunning<T>(ask: () => Promise<T>): () => Promise<T> {
  let underway: Promise<T> | null = null
  return () => {
    underway ??= ask().finally(() => {
      underway = null
    })
    return underway
  }
}

async function rejectLate(): Promise<never> {
  await wait(READINESS_TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`no answer within ${READINESS_TIMEOUT_MS} ms`)
}

/** Free space below which the server does not work for long, bytes. */
const MIN_FREE_BYTES = 16 * 1024 * 1024

/** Knows whether the disk accepts writes, from failed writes and from its free space. */
export interface DiskWatch {
  /** Takes note of a failure. */
  note: (error: unknown) => void
  /** Returns whether the disk is full or not writable now; checked anew at each call, so that it recovers at once. */
  isFull: () => Promise<boolean>
}

/** Creates the watch of the disk that holds the data folder. */
export function createDiskWatch({ db, config }: Pick<BaseContext, 'db' | 'config'>): DiskWatch {
  let failed = false
  return {
    note(error) {
      const fault = diskFault(error)
      const isReadOnly = error instanceof DatabaseUnavailable && error.code === '25006'
      if (fault === 'disk.full' || fault === 'disk.read_only' || isReadOnly) failed = true
    },
    async isFull() {
      const { bavail, bsize } = await statfs(config.DATA_DIR)
      if (bavail * bsize < MIN_FREE_BYTES) return true
      if (failed)
        failed = await probeWrite(db).then(
          () => false,
          () => true,
        )
      return failed
    },
  }
}
