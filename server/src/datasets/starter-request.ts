import type { BaseContext } from '../context/context.ts'
import { enqueue } from '../jobs/index.ts'
import { starterDatasets } from './starter.job.ts'
import * as starter from './starter.store.ts'

/** There is an operator now: the first knowledge bases, where they wait for an owner, are made. */
export async function requestStarters(ctx: BaseContext): Promise<void> {
  if ((await starter.state(ctx.db)) !== 'waiting') return
  await enqueue(ctx, starterDatasets, {}, { unique_key: starterDatasets.name })
}
