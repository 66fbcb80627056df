import { z } from 'zod'
import type { BaseContext } from '../../platform/context/context.ts'
import { enqueue, type Job } from '../../platform/jobs/index.ts'
import * as starter from './starter.store.ts'
import { makeWaitingStarters } from './starter.ts'

/** Creates the first public knowledge bases once there is an administrator to own them. */
export const starterDatasets: Job<z.ZodObject> = {
  name: 'datasets.starter',
  title: '建立入门知识库',
  payload: z.object({}),
  attempts: 3,
  run: (ctx) => makeWaitingStarters(ctx),
}

/**
 * Queues the creation of the first knowledge bases if they are waiting for an owner; called when an administrator's
 * account is created.
 */
export async function requestStarters(ctx: BaseContext): Promise<void> {
  if ((await starter.readState(ctx.db)) !== 'waiting') return
  await enqueue(ctx, starterDatasets, {}, { unique_key: starterDatasets.name })
}
