import { createHash } from 'node:crypto'
import { readWork, type Work } from '@scinav/contract'
import { z } from 'zod'
import { blocksFrom } from '../../documents/parse-results/index.ts'
import { requireRoom } from '../../documents/storage/index.ts'
import { papersOf } from '../../library/import/index.ts'
import { paperTitles } from '../../library/papers/index.ts'
import { keysOf } from '../../library/works/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { enqueue, type Job } from '../../platform/jobs/index.ts'
import {
  addPaperDocuments,
  foldersOfDocument,
  newDocument,
  placeDocuments,
  requireSpace,
} from '../datasets/index.ts'
import * as documents from './file-document.store.ts'
import { fitRecord } from './fit-record.ts'

/** Files of references. */
export const isReferences = (mime: string): boolean =>
  /^application\/x-(?:bibtex|research-info-systems)$/.test(mime)

const payload = z.object({ document_id: z.string() })
const AT_ONCE = 100

const described = { name: 'ingestion.references', title: '把题录加入知识库', payload }

/**
 * Makes the records of a file of references papers of its dataset: those that the library has, and the others as records
 * that stand in this dataset alone. Run twice it adds nothing twice.
 */
export const addReferences: Job<typeof payload> = {
  ...described,
  attempts: 5,
  async run(ctx, { document_id }) {
    const document = await documents.find(ctx.db, document_id)
    if (!document?.parse_id) return
    for (let from = 0; ; from += AT_ONCE) {
      ctx.job.signal.throwIfAborted()
      const blocks = await blocksFrom(ctx, document.parse_id, from, AT_ONCE)
      if (blocks.length === 0) return
      const works = blocks.flatMap((block) => readWork(JSON.stringify((block as { work?: Work }).work ?? {})))
      await transact(ctx, (ctx) => addWorks(ctx, document_id, works))
    }
  },
}

async function addWorks(ctx: BaseContext, document_id: string, works: Work[]): Promise<void> {
  const document = await documents.find(ctx.db, document_id)
  if (!document || document.deleted_at !== null) return
  const { dataset_id, creator_id } = document
  const paper_ids = await papersOf(ctx, works)
  const known = await paperTitles(
    ctx,
    paper_ids.flatMap((id) => id ?? []),
  )
  await addPaperDocuments(ctx, { dataset_id, creator_id }, known)
  const records = works
    .filter((_, at) => paper_ids[at] === null)
    .map((work) => recordOf(ctx, { dataset_id, creator_id }, work))
  await requireRecordRoom(ctx, creator_id, records)
  // One file may name a work twice.
  const once = [...new Map(records.map((row) => [row.record_key, row])).values()]
  const ids = [
    ...(await documents.addRecords(ctx.db, dataset_id, once)),
    ...(await documents.ofPapers(ctx.db, dataset_id, [...known.keys()])),
  ]
  await requireSpace(ctx, dataset_id)
  for (const folder_id of await foldersOfDocument(ctx, document_id)) await placeDocuments(ctx, folder_id, ids)
  const warnings = new Set<string>(JSON.parse(document.warnings))
  if (warnings.has(CUT) || !works.some((work) => fitRecord(work).isCut)) return
  await documents.update(ctx.db, document_id, { warnings: JSON.stringify([...warnings, CUT]) })
}

const CUT = '有的题录超过 64 KB，过长的部分没有加入'

/** @throws AppError `file.too_much` where these records are more than a person may store. */
export async function requireRecordRoom(
  ctx: Pick<BaseContext, 'db' | 'config'>,
  user_id: string,
  rows: Pick<documents.DocumentRow, 'record_bytes'>[],
): Promise<void> {
  const bytes = rows.reduce((sum, row) => sum + row.record_bytes, 0)
  if (bytes > 0) await requireRoom({ ...ctx, actor: { id: user_id } }, bytes)
}

const MAX_NAME_CHARS = 4_000
/** PostgreSQL indexes no longer ones. */
const MAX_KEY_CHARS = 500

/** The row of a work that stands in one dataset alone; what of its record is too large is cut. */
export function recordOf(ctx: BaseContext, where: { dataset_id: string; creator_id: string }, whole: Work) {
  const { work } = fitRecord(whole)
  const key = keysOf(whole)[0] ?? `name:${whole.title}`
  return newDocument(ctx, {
    ...where,
    type: 'paper',
    name: [...work.title].slice(0, MAX_NAME_CHARS).join('') || '无题',
    record: JSON.stringify(work),
    record_key:
      key.length <= MAX_KEY_CHARS ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`,
  })
}

/** The records of these documents come into their datasets soon. */
export async function requestReferences(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  rows: { id: string; creator_id: string }[],
): Promise<void> {
  for (const { id, creator_id } of rows)
    await enqueue(
      ctx,
      described,
      { document_id: id },
      { owner_id: creator_id, unique_key: `references:${id}` },
    )
}
