import { readWork, type Work } from '@scinav/contract'
import { z } from 'zod'
import { cutPaperPassages } from '../language/text/paper-passages.ts'
import { findLastChange } from '../library/papers/index.ts'
import { getLibraryEmbeddingModel } from '../models/registry/index.ts'
import type { Job, JobContext } from '../platform/jobs/index.ts'
import type { EmbeddingModel } from '../platform/providers/models/port.ts'
import * as store from './vector.store.ts'
import { embedPassages } from './vector.ts'

/** The number of papers per step; finished steps are not repeated. */
const BATCH_SIZE = 64

/**
 * Computes the vectors of the whole library with the configured model, then of what was added or changed since the last
 * run. A run that was stopped or failed resumes where it ended. Without a model it does nothing.
 */
export const embedLibrary: Job<z.ZodObject> = {
  name: 'answers.embed',
  title: '计算文献向量',
  payload: z.object({}),
  attempts: 5,
  run: async (ctx) => {
    const model = await getLibraryEmbeddingModel(ctx)
    if (model) await embedAll(ctx, model)
  },
}

/** The position after all papers written with a change. */
const END_OF_CHANGE = Number.MAX_SAFE_INTEGER

/** Computes the missing vectors in steps, and stores after each how far it has come. */
async function embedAll(ctx: JobContext, model: EmbeddingModel): Promise<void> {
  const { signal, report } = ctx.job
  const previousChange = await store.readProgress(ctx.db, model.id)
  const lastChange = await findLastChange(ctx)
  let doneCount = 0
  // Progress is stored by change, so that the first step begins after all papers of the last change.
  for (let reached = { change: previousChange, seq: END_OF_CHANGE }; ; ) {
    signal.throwIfAborted()
    const papers = await store.listPapersAfter(ctx.db, reached, BATCH_SIZE)
    const last = papers.at(-1)
    if (!last) return store.setProgress(ctx.db, model.id, reached.change)
    const passages = papers.flatMap(({ id, record, deleted_at }) =>
      deleted_at === null ? embeddablePassages(id, readWork(record)) : [],
    )
    await embedPassages(ctx, model, passages, signal)
    await removeStale(ctx, model, papers, passages)
    reached = last
    doneCount += papers.length
    // Papers written with the same change as the last one may remain.
    await store.setProgress(ctx.db, model.id, Math.max(previousChange, last.change - 1))
    await report(
      Math.min(1, (last.change - previousChange) / Math.max(1, lastChange - previousChange)),
      `${doneCount} 篇`,
    )
  }
}

/** Returns the passages that a search can use: those of the abstracts, or of the titles when there is no abstract. */
function embeddablePassages(id: string, work: Work) {
  const fields = cutPaperPassages(id, work)
  const abstracts = fields.filter(({ field }) => field === 'abstract' || field === 'abstract_zh')
  return (abstracts.length > 0 ? abstracts : fields).flatMap(({ passages }) =>
    passages.map((passage) => ({ source_id: id, passage })),
  )
}

/** Removes vectors of passages that a changed paper no longer has, and all vectors of deleted papers. */
async function removeStale(
  { db }: JobContext,
  model: EmbeddingModel,
  papers: { id: string }[],
  passages: ReturnType<typeof embeddablePassages>,
): Promise<void> {
  const current = new Set(passages.map(({ passage }) => passage.passage_id))
  const stored = await store.findPassagesOfPapers(
    db,
    model.id,
    papers.map(({ id }) => id),
  )
  const stale = stored.map(({ passage_id }) => passage_id).filter((id) => !current.has(id))
  await store.remove(db, model.id, stale)
}
