import { readWork } from '@scinav/contract'
import { findRecordsBySeqs } from '../library/papers/index.ts'
import type { Context } from '../platform/context/context.ts'
import type { FoundPaper } from './evidence/evidence.ts'
import * as store from './paper.store.ts'

/** Returns the papers that exist, in the order of the ids. */
export async function findPapersById(ctx: Pick<Context, 'db'>, ids: string[]): Promise<FoundPaper[]> {
  return readPapers(ctx, await store.findSeqs(ctx.db, ids), ids)
}

/** Reads those of the papers that exist, in the order of `seqs`, or of `ids` where they are given. */
export async function readPapers(
  ctx: Pick<Context, 'db'>,
  seqs: number[],
  ids?: string[],
): Promise<FoundPaper[]> {
  const rows = await findRecordsBySeqs(ctx, seqs)
  const placeOfId = ids ? new Map(ids.map((id, at) => [id, at])) : null
  const placeOfSeq = new Map(seqs.map((seq, at) => [seq, at]))
  const placeOf = (row: (typeof rows)[number]) =>
    placeOfId?.get(row.id) ?? placeOfSeq.get(Number(row.seq)) ?? 0
  return rows
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((row) => ({
      source_id: row.id,
      paper_id: row.id,
      engine: 'local',
      work: readWork(row.record),
    }))
}
