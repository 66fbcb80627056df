import { blankWork } from '@scinav/contract'
import { type PaperRecord, streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import * as documents from './document.store.ts'

/** `resource_type` of a file without a known type: a document on the web or elsewhere. */
const OTHER_WORK = 10

/**
 * Returns the records of documents that the caller may read, by document id and in the order of the ids, each once:
 * the record of the document's paper, else its own, else one made from its title.
 */
export async function loadDocumentRecords(
  ctx: Pick<Context, 'db' | 'actor'>,
  ids: string[],
): Promise<PaperRecord[]> {
  const found = await documents.findReadableByIds(ctx.db, ctx.actor.id, [...new Set(ids)])
  const rows = new Map(found.map((row) => [row.id, row]))
  const papers = new Map<string, string>()
  for await (const part of streamRecordsByIds(
    ctx,
    found.flatMap(({ paper_id }) => paper_id ?? []),
  ))
    for (const { id, record } of part) papers.set(id, record)
  return [...new Set(ids)].flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const record = papers.get(row.paper_id ?? '') ?? row.record
    return { id, record: record ?? JSON.stringify(blankWork(row.title || row.name, OTHER_WORK)) }
  })
}
