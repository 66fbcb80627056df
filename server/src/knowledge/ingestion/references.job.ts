import { createHash } from 'node:crypto'
import { readWork, type Work } from '@scinav/contract'
import { z } from 'zod'
import { readBlocksFrom } from '../../documents/parse-results/index.ts'
import { requireStorage } from '../../documents/storage/index.ts'
import { matchPapers } from '../../library/import/index.ts'
import { findPaperTitles } from '../../library/papers/index.ts'
import { workKeys } from '../../library/works/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { enqueue, type Job } from '../../platform/jobs/index.ts'
import {
  addPaperDocuments,
  buildDocumentRow,
  listFoldersOfDocument,
  placeDocuments,
  requireCapacity,
} from '../datasets/index.ts'
import { fitRecord } from './document-record.ts'
import * as documents from './file-document.store.ts'

/** Returns whether a file contains references (BibTeX or RIS). */
export const isReferenceFile = (mime: string): boolean =>
  /^application\/x-(?:bibtex|research-info-systems)$/.test(mime)

const payload = z.object({ document_id: z.string() })
/** Number of records added per transaction. */
const BATCH_SIZE = 100
/** Warning on a document; the size is `MAX_RECORD_BYTES` of `document-record.ts`. */
const CUT_RECORD_NOTE = '有的题录超过 64 KB，过长的部分没有加入'
/** Maximum length of the name of a record's document, in code points. */
const MAX_NAME_CHARS = 4_000
/** Maximum key length; PostgreSQL cannot index much longer keys. */
const MAX_KEY_CHARS = 500

const jobDescription = { name: 'ingestion.references', title: '把题录加入知识库', payload }

/**
 * Adds the records of a reference file to its dataset: those that the library has as papers, the others as records
 * that exist in this dataset only. Idempotent.
 */
export const addReferences: Job<typeof payload> = {
  ...jobDescription,
  attempts: 5,
  async run(ctx, { document_id }) {
    const document = await documents.find(ctx.db, document_id)
    if (!document?.parse_id) return
    for (let from = 0; ; from += BATCH_SIZE) {
      ctx.job.signal.throwIfAborted()
      const blocks = await readBlocksFrom(ctx, document.parse_id, from, BATCH_SIZE)
      if (blocks.length === 0) return
      // Blocks of a reference file carry the record, see `ReferenceBlock` of `store-parsed.ts`.
      const works = blocks.flatMap((block) => readWork(JSON.stringify((block as { work?: Work }).work ?? {})))
      await transact(ctx, (ctx) => addWorks(ctx, document_id, works))
    }
  },
}

/**
 * Adds a batch of works to the dataset and the folders of their file, unless the file was deleted meanwhile. Must run
 * in a transaction.
 *
 * @throws AppError `file.too_much`; as `requireCapacity`.
 */
async function addWorks(ctx: BaseContext, document_id: string, works: Work[]): Promise<void> {
  const document = await documents.find(ctx.db, document_id)
  if (!document || document.deleted_at !== null) return
  const { dataset_id, creator_id } = document
  const paper_ids = await matchPapers(ctx, works)
  const paperTitles = await findPaperTitles(
    ctx,
    paper_ids.flatMap((id) => id ?? []),
  )
  await addPaperDocuments(ctx, { dataset_id, creator_id }, paperTitles)
  const records = works
    .filter((_, at) => paper_ids[at] === null)
    .map((work) => buildRecordRow(ctx, { dataset_id, creator_id }, work))
  await requireRecordStorage(ctx, creator_id, records)
  // One file may contain a work twice.
  const distinct = [...new Map(records.map((row) => [row.record_key, row])).values()]
  const ids = [
    ...(await documents.addRecords(ctx.db, dataset_id, distinct)),
    ...(await documents.findIdsByPapers(ctx.db, dataset_id, [...paperTitles.keys()])),
  ]
  await requireCapacity(ctx, dataset_id)
  for (const folder_id of await listFoldersOfDocument(ctx, document_id))
    await placeDocuments(ctx, folder_id, ids)
  const warnings = new Set<string>(JSON.parse(document.warnings))
  if (warnings.has(CUT_RECORD_NOTE) || !works.some((work) => fitRecord(work).isCut)) return
  await documents.update(ctx.db, document_id, { warnings: JSON.stringify([...warnings, CUT_RECORD_NOTE]) })
}

/**
 * Checks the storage quota for records.
 *
 * @throws AppError `file.too_much` when it is exceeded.
 */
export async function requireRecordStorage(
  ctx: Pick<BaseContext, 'db' | 'config'>,
  user_id: string,
  rows: Pick<documents.DocumentRow, 'record_bytes'>[],
): Promise<void> {
  const bytes = rows.reduce((sum, row) => sum + row.record_bytes, 0)
  if (bytes > 0) await requireStorage({ ...ctx, actor: { id: user_id } }, bytes)
}

/**
 * Builds the row of a work that exists in one dataset only; a record that is too large is truncated. The key of the
 * row is the first identifier of the work, or its title; a long one is replaced by its hash.
 */
export function buildRecordRow(
  ctx: BaseContext,
  target: { dataset_id: string; creator_id: string },
  original: Work,
) {
  const { work } = fitRecord(original)
  const key = workKeys(original)[0] ?? `name:${original.title}`
  return buildDocumentRow(ctx, {
    ...target,
    type: 'paper',
    name: [...work.title].slice(0, MAX_NAME_CHARS).join('') || '无题',
    record: JSON.stringify(work),
    record_key:
      key.length <= MAX_KEY_CHARS ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`,
  })
}

/** Queues the job that adds the records of these documents to their datasets. */
export async function requestReferences(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  rows: { id: string; creator_id: string }[],
): Promise<void> {
  for (const { id, creator_id } of rows)
    await enqueue(
      ctx,
      jobDescription,
      { document_id: id },
      { owner_id: creator_id, unique_key: `references:${id}` },
    )
}
