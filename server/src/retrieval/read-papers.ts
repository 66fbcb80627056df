import { readWork } from '@scinav/contract'
import { findRecordsBySeqs } from '../library/papers/index.ts'
import type { Context } from '../platform/context/context.ts'
import type { FoundPaper } from './evidence/evidence.ts'
import * as store from './paper.store.ts'

/** Returns those of the papers with the ids that exist, in the order of the ids. */
export async function findPapersById(ctx: Pick<Context, 'db'>, ids: string[]): Promise<FoundPaper[]> {
  const papers = await readPapers(ctx, await store.findSeqs(ctx.db, ids))
  const places = new Map(ids.map((id, at) => [id, at]))
  const placeOf = ({ source_id }: FoundPaper) => places.get(source_id) ?? 0
  return papers.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns those of the papers with the sequence numbers that exist, in the order of the numbers. */
export async function readPapers(ctx: Pick<Context, 'db'>, seqs: number[]): Promise<FoundPaper[]> {
  const rows = await findRecordsBySeqs(ctx, seqs)
  const places = new Map(seqs.map((seq, at) => [seq, at]))
  const placeOf = ({ seq }: { seq: number | string }) => places.get(Number(seq)) ?? 0
  return rows
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ id, record }) => ({ source_id: id, paper_id: id, engine: 'local', work: readWork(record) }))
}
