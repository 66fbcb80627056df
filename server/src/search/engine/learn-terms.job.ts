import { readWork } from '@scinav/contract'
import { addPaper, emptyLearner, isFull, type LearnedPair, learnedPairs } from '@scinav/search'
import { paced } from '@scinav/threads'
import { z } from 'zod'
import { lastChange } from '../../library/papers/index.ts'
import { transact } from '../../platform/context/context.ts'
import type { Job, JobContext } from '../../platform/jobs/index.ts'
import { forgetTerms } from './known-terms.ts'
import * as store from './learned-terms.store.ts'
import { bilingualTerms } from './own-terms.ts'

/**
 * Papers of one step, then others have their turn: less than a millisecond, and some tens where the system has let go of the
 * file and each is read from the disk (64 of them took up to 266).
 */
const STEP = 8
/**
 * Everybody waits for the thread that learns, so it learns for a fortieth of the time: without a rest, the ten seconds
 * that a million papers take were half of the thread after every start that followed an import.
 */
const REST = 39

/** Learns terms in Chinese and English from the library, anew and whole; without a change of any paper it does nothing. */
export const learnTerms: Job<z.ZodObject> = {
  name: 'papers.learn-terms',
  title: '从文献学习中英术语',
  payload: z.object({}),
  attempts: 3,
  run: async (ctx) => {
    const change = await lastChange(ctx)
    if (change === (await store.learnedAt(ctx.db))) return
    const pairs = await learnFrom(ctx)
    await transact(ctx, (ctx) => store.replace(ctx.db, pairs, change))
    forgetTerms(ctx)
  },
}

async function learnFrom({ db, job }: JobContext): Promise<LearnedPair[]> {
  const learner = emptyLearner(bilingualTerms())
  const pause = paced(REST)
  let before = Number.MAX_SAFE_INTEGER
  while (!isFull(learner)) {
    job.signal.throwIfAborted()
    const papers = await store.recordsBefore(db, before, STEP)
    for (const { seq, record } of papers) {
      before = seq
      // Parsing takes longest, and most records of an English library have nothing Chinese.
      if (/\p{Script=Han}/u.test(record)) addPaper(learner, readWork(record))
    }
    if (papers.length < STEP) break
    await pause()
  }
  return learnedPairs(learner, pause)
}
