import { z } from 'zod'
import type { Job } from '../jobs/index.ts'
import { makeWaitingStarters } from './starter.ts'

/** Makes the first public knowledge bases, which waited for an operator. */
export const starterDatasets: Job<z.ZodObject> = {
  name: 'datasets.starter',
  title: '建立入门知识库',
  payload: z.object({}),
  attempts: 3,
  run: (ctx) => makeWaitingStarters(ctx),
}
