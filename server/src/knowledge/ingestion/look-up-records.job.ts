import { readWork, type Work } from '@scinav/contract'
import { z } from 'zod'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { enqueue, type Job } from '../../platform/jobs/index.ts'
import { type OutsideWork, searchOutside } from '../../search/federated/index.ts'
import { completedWork, isSameTitle } from './document-record.ts'
import * as documents from './file-document.store.ts'
import { fitRecord } from './fit-record.ts'

type Row = documents.DocumentRow

/** Maximum number of files looked up per run; the rest waits for the next run. */
const MAX_LOOKUPS = 500
/** Number of consecutive unanswered queries that ends a run. */
const MAX_UNANSWERED = 5

const payload = z.object({})

const described = { name: 'ingestion.look_up_records', title: '联网补全文件的题录', payload }

/** Queues a look-up; the hourly run covers whatever this one misses. */
export async function requestLookUp(ctx: BaseContext): Promise<void> {
  if (!ctx.providers.engines.off) await enqueue(ctx, described, {}, { unique_key: described.name })
}

/**
 * Searches outside engines for the works whose identifiers are on the first pages of files, and fills in missing
 * fields of their records. Files without an answer wait for the next run, as all do while engines are off.
 */
export const lookUpRecords: Job<typeof payload> = {
  ...described,
  attempts: 3,
  async run(ctx) {
    if (ctx.providers.engines.off) return
    const asked = new Set<string>()
    let unanswered = 0
    for (let ids = await drawFiles(ctx, asked); ids.length > 0; ids = await drawFiles(ctx, asked))
      for (const id of ids) {
        ctx.job.signal.throwIfAborted()
        asked.add(id)
        unanswered = (await lookUpOne(ctx, id, ctx.job.signal)) ? 0 : unanswered + 1
        if (unanswered === MAX_UNANSWERED) return
      }
  },
}

/** Returns files to look up that have not been asked for in this run, within its maximum. */
async function drawFiles(ctx: BaseContext, asked: ReadonlySet<string>): Promise<string[]> {
  const left = MAX_LOOKUPS - asked.size
  if (left === 0) return []
  const ids = await documents.sampleAwaitingLookUp(ctx.db, MAX_LOOKUPS)
  return ids.filter((id) => !asked.has(id)).slice(0, left)
}

/** A query for one work: the engines to ask, and a test whether a result is that work. */
interface Question {
  query: string
  engines: string[]
  isAnswer: (work: Work) => boolean
}

const ARXIV_DOI = /^10\.48550\/arxiv\.(.+)$/

function questionFor({ doi, external_ids }: Work): Question | null {
  const arxiv = ARXIV_DOI.exec(doi ?? '')?.[1] ?? (doi === null ? external_ids.arxiv : undefined)
  if (arxiv !== undefined)
    return {
      query: `arXiv:${arxiv}`,
      engines: ['arxiv'],
      isAnswer: (work) => work.external_ids.arxiv === arxiv,
    }
  if (doi === null) return null
  return { query: doi, engines: ['crossref', 'openalex'], isAnswer: (work) => work.doi === doi }
}

/**
 * Looks up the record of one file and returns whether the engines answered. That a work does not exist is concluded
 * only when all engines that could have it have answered.
 */
async function lookUpOne(ctx: BaseContext, document_id: string, signal: AbortSignal): Promise<boolean> {
  const row = await documents.find(ctx.db, document_id)
  if (!row || !isAwaitingLookUp(row)) return true
  const own = readWork(row.record ?? '{}')
  const question = questionFor(own)
  if (!question) return save(ctx, row, null)
  const answer = await searchOutside(ctx, question.query, question.engines, signal)
  const found = answer.works.find(({ work }) => question.isAnswer(work))
  if (!found && answer.engines.some(({ state }) => state !== 'ok')) return false
  return save(ctx, row, found && isSameTitle(own, found.work) ? found : null)
}

/** Returns whether the record of a document is still to be looked up. */
const isAwaitingLookUp = ({ record_lookup, paper_id, deleted_at }: Row): boolean =>
  record_lookup === 'due' && paper_id === null && deleted_at === null

/** Fills the record, unless it has been changed meanwhile by a user, a new file or a link to a paper. */
async function save(ctx: BaseContext, asked: Row, found: OutsideWork | null): Promise<true> {
  await transact(ctx, async (ctx) => {
    const row = await documents.find(ctx.db, asked.id)
    if (!row?.record || row.record !== asked.record || !isAwaitingLookUp(row)) return
    if (!found) return documents.update(ctx.db, row.id, { record_lookup: 'none' })
    const { work } = fitRecord(completedWork(readWork(row.record), found.work))
    await documents.update(ctx.db, row.id, {
      record: JSON.stringify(work),
      record_lookup: 'found',
      record_engines: found.engines.join(','),
      updated_at: ctx.now().toISOString(),
      ...(row.title === '' && { title: work.title }),
    })
  })
  return true
}
