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
  /** Returns whether the process has been asked to stop. */
  isLeaving: () => boolean
}

/**
 * Serves the probes. `/healthz`: the process is alive. `/readyz`: its database answers, the disk accepts writes, and it
 * is not shutting down.
 */
export function serveProbes(
  app: FastifyInstance,
  ctx: ProbeContext,
  { disk, isLeaving }: ProbeSources,
): void {
  const examine = shareRunning(async () => {
    await ping(ctx.db)
    return disk.isFull()
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'leaving' })
    try {
      const isFull = await Promise.race([examine(), rejectAfterTimeout()])
      return isFull ? reply.code(503).send({ status: 'disk_full' }) : { status: 'ok' }
    } catch (error) {
      ctx.log.error({ err: error }, 'the database does not answer')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}

/** Shares a running request among concurrent callers, so that a slow one is not repeated ever more often. */
function shareRunning<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}

/** Rejects after `READINESS_TIMEOUT_MS`. */
async function rejectAfterTimeout(): Promise<never> {
  await wait(READINESS_TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`no answer within ${READINESS_TIMEOUT_MS} ms`)
}

/** SQLSTATE of a write to a database that is read-only. */
const READ_ONLY_CODE = '25006'

/** Free space below which the server does not work for long, bytes. */
const MIN_FREE_BYTES = 16 * 1024 * 1024

/** Knows whether the disk accepts writes, from failed writes and from its free space. */
export interface DiskWatch {
  /** Takes note of a failed request, whatever its cause. */
  noteFailure: (error: unknown) => void
  /** Returns whether the disk is full or not writable now; checked anew at each call, so that it recovers at once. */
  isFull: () => Promise<boolean>
}

/** Creates the watch of the disk that holds the data folder. */
export function createDiskWatch(ctx: Pick<BaseContext, 'db' | 'config'>): DiskWatch {
  /** Whether a write has failed and no later one was tried. */
  let hasFailed = false
  return {
    noteFailure(error) {
      const fault = diskFault(error)
      const isReadOnly = error instanceof DatabaseUnavailable && error.code === READ_ONLY_CODE
      if (fault === 'disk.full' || fault === 'disk.read_only' || isReadOnly) hasFailed = true
    },
    async isFull() {
      const { bavail, bsize } = await statfs(ctx.config.DATA_DIR)
      if (bavail * bsize < MIN_FREE_BYTES) return true
      if (hasFailed)
        hasFailed = await probeWrite(ctx.db).then(
          () => false,
          () => true,
        )
      return hasFailed
    },
  }
}
