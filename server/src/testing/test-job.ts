import { z } from 'zod'
import type { Db } from '../platform/db/schema.ts'
import type { Job, JobContext } from '../platform/jobs/queue.ts'
import { createRunner } from '../platform/jobs/runner.ts'
import type { TestApp } from './test-app.ts'

const payload = z.object({ number: z.number() })

/** Creates a job with a number whose work the test defines. */
export function createTestJob(
  run: (ctx: JobContext, number: number) => Promise<void>,
  more: Partial<Job<typeof payload>> = {},
): Job<typeof payload> {
  return {
    name: 'test.job',
    title: '测试任务',
    payload,
    attempts: 3,
    ...more,
    run: (ctx, { number }) => run(ctx, number),
  }
}

interface RunnerOptions {
  poll_ms?: number
  width?: number
  lease_ms?: number
  /** A connection of its own, as another process has. */
  db?: Db
}

/** Creates a runner for this one job. */
export function createTestRunner(
  app: TestApp,
  job: Job<typeof payload>,
  { db, ...more }: RunnerOptions = {},
) {
  const ctx = { ...app.base, db: db ?? app.base.db }
  return createRunner({
    ctx,
    kind: app.kind,
    jobs: [job] as unknown as Job[],
    schedules: [],
    warm_up_ms: 0,
    ...more,
  })
}

/** Returns a job by its id, which must exist. */
export const findJobRow = (app: TestApp, id: string) =>
  app.base.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
