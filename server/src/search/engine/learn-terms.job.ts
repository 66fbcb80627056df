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
import { loadTerms } from './curated-terms.ts'
import { clearTermCache } from './known-terms.ts'
import * as store from './learned-terms.store.ts'

/**
 * Papers per step, before other work gets its turn. A step is short even when the file is not in the page cache and
 * each record has to be read from disk.
 */
const BATCH_SIZE = 8
/** How many steps are repeated at most after the process has ended. */
const STEPS_PER_SAVE = 50
/**
 * Rest after each step, as a multiple of the time the step took, so that learning uses a fortieth of the thread that
 * serves all requests. Without it, learning would take half of that thread after every start that follows an import.
 */
const REST_FACTOR = 39

/**
 * Learns Chinese and English term pairs from the whole library and replaces those learned before. Does nothing when
 * no paper has changed since the last run, and goes on where an interrupted run has come to.
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
    const pairs = await learnFromLibrary(ctx, change)
    await transact(ctx, (ctx) => store.replaceLearned(ctx.db, pairs, change))
    clearTermCache(ctx)
  },
}

/**
 * Reads the papers of the library, newest first, until the learner is full, and returns the pairs learned.
 *
 * @param change the last change of the library when the run began; progress saved for another one is not used.
 */
async function learnFromLibrary({ db, job }: JobContext, change: number): Promise<LearnedPair[]> {
  const learner = createLearner(await loadTerms())
  // A rest may take seconds: the signal ends it at once.
  const pause = createPacer(REST_FACTOR, {
    now: () => performance.now(),
    wait: (ms) => wait(ms, undefined, { signal: job.signal }),
  })
  /** The sequence numbers of the papers that have taught something, saved with the progress. */
  const teaching: number[] = []
  const learn = (papers: { seq: number; record: string }[]) => {
    for (const { seq, record } of papers) {
      const papersBefore = learner.papers
      // Parsing takes longest, and most records of an English library contain no Chinese.
      if (/\p{Script=Han}/u.test(record)) learnPaper(learner, readWork(record))
      if (learner.papers > papersBefore) teaching.push(seq)
    }
  }
  const progress = await store.findProgress(db, change)
  // After an interruption only the papers that taught something are read again.
  for (let at = 0; at < (progress?.teaching.length ?? 0); at += BATCH_SIZE) {
    learn(await store.listRecords(db, progress?.teaching.slice(at, at + BATCH_SIZE) ?? []))
    await pause()
  }
  // Papers with this sequence number and above have been read.
  let before = progress?.before ?? Number.MAX_SAFE_INTEGER
  for (let step = 1; !isLearnerFull(learner); step += 1) {
    const papers = await store.listRecordsBefore(db, before, BATCH_SIZE)
    learn(papers)
    before = papers.at(-1)?.seq ?? before
    if (papers.length < BATCH_SIZE) break
    if (step % STEPS_PER_SAVE === 0) await store.saveProgress(db, { change, before, teaching })
    await pause()
  }
  return selectLearnedPairs(learner, pause)
}
