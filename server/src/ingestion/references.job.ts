import { readWork, type Work } from '@scinav/contract'
import { z } from 'zod'
import { type BaseContext, transact } from '../context/context.ts'
import { addPaperDocuments, foldersOfDocument, newDocument, placeDocuments } from '../datasets/index.ts'
import { papersOf } from '../import/index.ts'
import { enqueue, type Job } from '../jobs/index.ts'
import { paperTitles } from '../papers/index.ts'
import { blocksFrom } from '../parses/index.ts'
import { keysOf } from '../works/index.ts'
import * as documents from './file-document.store.ts'

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
  // One file may name a work twice.
  const once = [...new Map(records.map((row) => [row.record_key, row])).values()]
  const ids = [
    ...(await documents.addRecords(ctx.db, dataset_id, once)),
    ...(await documents.ofPapers(ctx.db, dataset_id, [...known.keys()])),
  ]
  for (const folder_id of await foldersOfDocument(ctx, document_id)) await placeDocuments(ctx, folder_id, ids)
}

export const recordOf = (ctx: BaseContext, where: { dataset_id: string; creator_id: string }, work: Work) =>
  newDocument(ctx, {
    ...where,
    type: 'paper',
    name: work.title || '无题',
    record: JSON.stringify(work),
    record_key: keysOf(work)[0] ?? `name:${work.title}`,
  })

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
