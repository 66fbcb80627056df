import { setTimeout as wait } from 'node:timers/promises'
import { readWork } from '@scinav/contract'
import {
  createLearner,
  isLearnerFull,
  type LearnedPair,
  learnPaper,
  selectLearnedPairs,
} from '@scinav/search'
import { createPacer } from '@scinav/threads'
import { z } from 'zod'
import { findLastChange } from '../../library/papers/index.ts'
import { transact } from '../../platform/context/context.ts'
import type { Job, JobContext } from '../../platform/jobs/index.ts'
import { bilingualTerms } from './curated-terms.ts'
import { clearTermCache } from './known-terms.ts'
import * as store from './learned-terms.store.ts'

/**
 * Papers per step, before other work gets its turn. A step is short even when the file is not in the page cache and
 * each record has to be read from disk.
 */
const BATCH_SIZE = 8
/**
 * Rest after each step, as a multiple of the time the step took, so that learning uses a fortieth of the thread that
 * serves all requests. Without it, learning would take half of that thread after every start that follows an import.
 */
const REST_FACTOR = 39

/**
 * Learns Chinese and English term pairs from the whole library and replaces those learned before. Does nothing when
 * no paper has changed since the last run.
 */
export const learnTerms: Job<z.ZodObject> = {
  name: 'papers.learn-terms',
  title: '从文献学习中英术语',
  payload: z.object({}),
  attempts: 3,
  is_background: true,
  run: async (ctx) => {
    const change = await findLastChange(ctx)
    if (change === (await store.findLearnedChange(ctx.db))) return
    const pairs = await learnFromLibrary(ctx)
    await transact(ctx, (ctx) => store.replaceLearned(ctx.db, pairs, change))
    clearTermCache(ctx)
  },
}

async function learnFromLibrary({ db, job }: JobContext): Promise<LearnedPair[]> {
  const learner = createLearner(bilingualTerms())
  // A rest may take seconds: the signal ends it at once.
  const pause = createPacer(REST_FACTOR, {
    now: () => performance.now(),
    wait: (ms) => wait(ms, undefined, { signal: job.signal }),
  })
  let before = Number.MAX_SAFE_INTEGER
  while (!isLearnerFull(learner)) {
    const papers = await store.listRecordsBefore(db, before, BATCH_SIZE)
    for (const { seq, record } of papers) {
      before = seq
      // Parsing takes longest, and most records of an English library contain no Chinese.
      if (/\p{Script=Han}/u.test(record)) learnPaper(learner, readWork(record))
    }
    if (papers.length < BATCH_SIZE) break
    await pause()
  }
  return selectLearnedPairs(learner, pause)
}
