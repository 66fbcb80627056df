import { z } from 'zod'
import type { BaseContext } from '../../platform/context/context.ts'
import { enqueue, type Job } from '../../platform/jobs/index.ts'
import * as starter from './starter.store.ts'
import { makeWaitingStarters } from './starter.ts'

/** Makes the first public knowledge bases, which waited for an operator. */
export const starterDatasets: Job<z.ZodObject> = {
  name: 'datasets.starter',
  title: '建立入门知识库',
  payload: z.object({}),
  attempts: 3,
  run: (ctx) => makeWaitingStarters(ctx),
}

/** There is an operator now: the first knowledge bases, where they wait for an owner, are made. */
export async function requestStarters(ctx: BaseContext): Promise<void> {
  if ((await starter.readState(ctx.db)) !== 'waiting') return
  await enqueue(ctx, starterDatasets, {}, { unique_key: starterDatasets.name })
}
