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
 * Papers of one step, then others have their turn: less than a millisecond, and some tens where the system has let go of the
 * file and each is read from the disk (64 of them took up to 266).
 */
const BATCH_SIZE = 8
/**
 * Everybody waits for the thread that learns, so it learns for a fortieth of the time: without a rest, the ten seconds
 * that a million papers take were half of the thread after every start that followed an import.
 */
const REST_FACTOR = 39

/** Learns terms in Chinese and English from the library, anew and whole; without a change of any paper it does nothing. */
export const learnTerms: Job<z.ZodObject> = {
  name: 'papers.learn-terms',
  title: '从文献学习中英术语',
  payload: z.object({}),
  attempts: 3,
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
  const pause = createPacer(REST_FACTOR)
  let before = Number.MAX_SAFE_INTEGER
  while (!isLearnerFull(learner)) {
    job.signal.throwIfAborted()
    const papers = await store.listRecordsBefore(db, before, BATCH_SIZE)
    for (const { seq, record } of papers) {
      before = seq
      // Parsing takes longest, and most records of an English library have nothing Chinese.
      if (/\p{Script=Han}/u.test(record)) learnPaper(learner, readWork(record))
    }
    if (papers.length < BATCH_SIZE) break
    await pause()
  }
  return selectLearnedPairs(learner, pause)
}
