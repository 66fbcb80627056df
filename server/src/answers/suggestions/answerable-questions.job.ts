import { z } from 'zod'
import { findLastChange } from '../../library/papers/index.ts'
import { anonymousContext, transact } from '../../platform/context/context.ts'
import type { Job } from '../../platform/jobs/index.ts'
import * as store from './answerable-questions.store.ts'
import { findAnswerable } from './answerable-questions.ts'
import { findSubjects } from './research-subjects.ts'

/**
 * Recomputes, from what an anonymous reader may see, the questions that the library can answer and those for
 * research reports; does nothing when no paper changed since the last run.
 */
export const prepareQuestions: Job<z.ZodObject> = {
  name: 'answers.questions',
  title: '生成推荐问题',
  payload: z.object({}),
  attempts: 3,
  is_background: true,
  run: async (ctx) => {
    const lastChange = await findLastChange(ctx)
    if (lastChange === (await store.lastCheckedChange(ctx.db))) return
    const { signal } = ctx.job
    const reader = anonymousContext(ctx, signal)
    const found = {
      zh: await findAnswerable(reader, 'zh', signal),
      en: await findAnswerable(reader, 'en', signal),
      subjects: await findSubjects(reader, signal),
    }
    await transact(ctx, (ctx) => store.replaceQuestions(ctx.db, found, lastChange))
  },
}
