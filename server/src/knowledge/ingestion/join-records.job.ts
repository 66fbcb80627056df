import { readWork } from '@scinav/contract'
import { z } from 'zod'
import { matchPapers } from '../../library/import/index.ts'
import { findPaperTitles } from '../../library/papers/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import type { Job } from '../../platform/jobs/index.ts'
import { touchDataset } from '../datasets/index.ts'
import * as documents from './file-document.store.ts'

/** Records matched with the library at once. */
const BATCH_SIZE = 100

/** The columns of a document that is no longer a record. */
const NO_RECORD = { record: null, record_key: null, record_bytes: 0 }

/**
 * Turns records from reference files into papers of the library once these have been imported, keeping folders, tags
 * and position in the list.
 */
export const joinRecords: Job<z.ZodObject> = {
  name: 'ingestion.join_records',
  title: '题录对上新入库的文献',
  payload: z.object({}),
  attempts: 3,
  async run(ctx) {
    for (let after = ''; ; ) {
      ctx.job.signal.throwIfAborted()
      const rows = await documents.listRecordsAfter(ctx.db, after, BATCH_SIZE)
      const last = rows.at(-1)
      if (!last) return
      await joinBatch(ctx, rows)
      after = last.id
    }
  },
}

/** Links the records of a batch that the library has as papers now, one transaction each. */
async function joinBatch(ctx: BaseContext, rows: documents.DocumentRow[]): Promise<void> {
  const paper_ids = await matchPapers(
    ctx,
    rows.map(({ record }) => readWork(record ?? '{}')),
  )
  const titles = await findPaperTitles(
    ctx,
    paper_ids.flatMap((id) => id ?? []),
  )
  for (const [at, { id }] of rows.entries()) {
    const paper_id = paper_ids[at]
    const name = titles.get(paper_id ?? '')
    if (paper_id && name !== undefined) await transact(ctx, (ctx) => joinRecord(ctx, id, { paper_id, name }))
  }
}

/**
 * Links a record to its paper. If the dataset already has a document of the paper, that document receives the
 * record's folders and tags.
 */
async function joinRecord(
  ctx: BaseContext,
  id: string,
  paper: { paper_id: string; name: string },
): Promise<void> {
  const row = await documents.find(ctx.db, id)
  if (!row || row.deleted_at !== null || row.record === null) return
  const existing = await documents.findByPaper(ctx.db, row.dataset_id, paper.paper_id)
  if (existing?.deleted_at === null) {
    await documents.copyFoldersAndTags(ctx.db, row.id, existing.id)
    await documents.remove(ctx.db, row.id)
  } else {
    // A file in the bin stays there, no longer linked to the paper.
    if (existing?.type === 'file') await documents.update(ctx.db, existing.id, { paper_id: null })
    else if (existing) await documents.remove(ctx.db, existing.id)
    const updated_at = ctx.now().toISOString()
    await documents.update(ctx.db, row.id, { ...paper, ...NO_RECORD, updated_at })
  }
  await touchDataset(ctx, row.dataset_id)
}
