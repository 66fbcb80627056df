import { readWork, type Work } from '@scinav/contract'
import { z } from 'zod'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { enqueue, type Job } from '../../platform/jobs/index.ts'
import { type OutsideWork, searchOutside } from '../../search/federated/index.ts'
import { completedWork, fitRecord, isSameTitle } from './document-record.ts'
import * as documents from './file-document.store.ts'

type DocumentRow = documents.DocumentRow

/** Maximum number of files looked up per run; the rest waits for the next run. */
const MAX_LOOKUPS = 500
/** Number of consecutive unanswered queries that ends a run. */
const MAX_UNANSWERED = 5

const payload = z.object({})

const jobDescription = { name: 'ingestion.look_up_records', title: '联网补全文件的题录', payload }

/** Queues a look-up; the hourly run covers whatever this one misses. */
export async function requestLookUp(ctx: BaseContext): Promise<void> {
  if (!ctx.providers.engines.off) await enqueue(ctx, jobDescription, {}, { unique_key: jobDescription.name })
}

/**
 * Searches outside engines for the works whose identifiers are on the first pages of files, and fills in missing
 * fields of their records. Files without an answer wait for the next run, as all do while engines are off.
 */
export const lookUpRecords: Job<typeof payload> = {
  ...jobDescription,
  attempts: 3,
  async run(ctx) {
    if (ctx.providers.engines.off) return
    const lookedUp = new Set<string>()
    /** Number of queries since the last answer. */
    let unanswered = 0
    for (let ids = await drawFiles(ctx, lookedUp); ids.length > 0; ids = await drawFiles(ctx, lookedUp))
      for (const id of ids) {
        ctx.job.signal.throwIfAborted()
        lookedUp.add(id)
        unanswered = (await lookUpOne(ctx, id, ctx.job.signal)) ? 0 : unanswered + 1
        if (unanswered === MAX_UNANSWERED) return
      }
  },
}

/** Returns files to look up that have not been looked up in this run, within its maximum. */
async function drawFiles(ctx: BaseContext, lookedUp: ReadonlySet<string>): Promise<string[]> {
  const remaining = MAX_LOOKUPS - lookedUp.size
  if (remaining === 0) return []
  const ids = await documents.sampleAwaitingLookUp(ctx.db, MAX_LOOKUPS)
  return ids.filter((id) => !lookedUp.has(id)).slice(0, remaining)
}

/** A query for one work: the engines to ask, and a test whether a result is that work. */
interface WorkQuery {
  text: string
  engines: string[]
  isMatch: (work: Work) => boolean
}

/** Matches the DOIs that arXiv registers; the captured identifier is in lower case. */
const ARXIV_DOI = /^10\.48550\/arxiv\.(.+)$/

/** Returns the query for a work by its arXiv identifier, else by its DOI; null when it has neither. */
function queryFor({ doi, external_ids }: Work): WorkQuery | null {
  const arxiv = ARXIV_DOI.exec(doi ?? '')?.[1] ?? (doi === null ? external_ids.arxiv : undefined)
  if (arxiv !== undefined)
    return {
      text: `arXiv:${arxiv}`,
      engines: ['arxiv'],
      isMatch: (work) => work.external_ids.arxiv === arxiv,
    }
  if (doi === null) return null
  return { text: doi, engines: ['crossref', 'openalex'], isMatch: (work) => work.doi === doi }
}

/**
 * Looks up the record of one file and returns whether the engines answered. That a work does not exist is concluded
 * only when all engines that could have it have answered.
 */
async function lookUpOne(ctx: BaseContext, document_id: string, signal: AbortSignal): Promise<boolean> {
  const row = await documents.find(ctx.db, document_id)
  if (!row || !isAwaitingLookUp(row)) return true
  const work = readWork(row.record ?? '{}')
  const query = queryFor(work)
  if (!query) return saveLookUp(ctx, row, null)
  const { works, engines } = await searchOutside(ctx, query.text, query.engines, signal)
  const found = works.find((each) => query.isMatch(each.work))
  if (!found && engines.some(({ state }) => state !== 'ok')) return false
  return saveLookUp(ctx, row, found && isSameTitle(work, found.work) ? found : null)
}

/** Returns whether the record of a document is still to be looked up. */
const isAwaitingLookUp = ({ record_lookup, paper_id, deleted_at }: DocumentRow): boolean =>
  record_lookup === 'due' && paper_id === null && deleted_at === null

/**
 * Fills the record, or notes that nothing was found (`found` is null), unless the record has been changed meanwhile
 * by a user, a new file or a link to a paper. Always returns true: the engines have answered.
 *
 * @param before the row from which the query was made
 */
async function saveLookUp(ctx: BaseContext, before: DocumentRow, found: OutsideWork | null): Promise<true> {
  await transact(ctx, async (ctx) => {
    const row = await documents.find(ctx.db, before.id)
    if (!row?.record || row.record !== before.record || !isAwaitingLookUp(row)) return
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
