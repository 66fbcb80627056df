import { z } from 'zod'
import type { BaseContext } from '../../platform/context/context.ts'
import { enqueue, type Job } from '../../platform/jobs/index.ts'
import * as store from './starter.store.ts'
import { createWaitingStarterDatasets } from './starter.ts'

/** Creates the starter datasets once there is an administrator to own them. */
export const starterDatasets: Job<z.ZodObject> = {
  name: 'datasets.starter',
  title: '建立入门知识库',
  payload: z.object({}),
  attempts: 3,
  run: (ctx) => createWaitingStarterDatasets(ctx),
}

/**
 * Queues the creation of the starter datasets if they are waiting for an owner; called when an administrator's account
 * is created. Several calls queue it once.
 */
export async function requestStarters(ctx: BaseContext): Promise<void> {
  if ((await store.readState(ctx.db)) !== 'waiting') return
  await enqueue(ctx, starterDatasets, {}, { unique_key: starterDatasets.name })
}
