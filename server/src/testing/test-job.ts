import { z } from 'zod'
import type { Db } from '../platform/db/schema.ts'
import type { Job, JobContext } from '../platform/jobs/queue.ts'
import { createRunner } from '../platform/jobs/runner.ts'
import type { TestApp } from './test-app.ts'

const payload = z.object({ number: z.number() })

/** A job with a number that does what the test says. */
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
  /** Its own connection, as another process has. */
  db?: Db
}

/** A runner that knows this one job. */
export function createTestRunner(
  app: TestApp,
  job: Job<typeof payload>,
  { db, ...more }: RunnerOptions = {},
) {
  const ctx = { ...app.base, db: db ?? app.base.db }
  return createRunner({ ctx, kind: app.kind, jobs: [job] as unknown as Job[], schedules: [], ...more })
}

export const findJobRow = (app: TestApp, id: string) =>
  app.base.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
