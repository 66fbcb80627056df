// Read access to the stored records of papers; a deleted paper counts as missing. A paper is known by three values: `id`
// is its public id; `seq` counts papers from 1 in order of arrival, and is the number by which the search index knows one;
// `change` is not a time but a counter of the whole library, whose next value every write of any paper takes.
import type { BaseContext } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import * as store from './record.store.ts'

/** A paper's stored record. */
export interface PaperRecord {
  id: string
  /** The contract's `Work` as JSON; parse it with `readWork`. */
  record: string
}

/** A stored record with the paper's number in the search index. */
interface NumberedPaperRecord extends PaperRecord {
  seq: number
}

/** Papers per batch of `streamRecordsByIds`; one batch takes the database a few milliseconds. */
const BATCH_SIZE = 500

/**
 * Returns the highest `change` of any paper, deleted ones included; 0 in a library that never had one. What is derived
 * from the papers, such as the search index, stores it and is up to date while the two are equal.
 */
export const findLastChange = ({ db }: Pick<BaseContext, 'db'>): Promise<number> => store.findLastChange(db)

/** Counts the papers of the library. */
export const countPapers = ({ db }: Pick<BaseContext, 'db'>): Promise<number> => store.countPapers(db)

/** Returns the ids of papers by `seq`; missing papers have no entry. */
export async function findIdsBySeqs(
  { db }: Pick<BaseContext, 'db'>,
  seqs: number[],
): Promise<Map<number, string>> {
  return new Map((await store.findIds(db, seqs)).map(({ id, seq }) => [seq, id]))
}

/**
 * Returns the records of papers by `seq`, in no particular order; missing papers are omitted. All are in memory at
 * once, so it is for the hits of one page or search; for any number of papers there is `streamRecordsByIds`.
 */
export const findRecordsBySeqs = (
  { db }: Pick<BaseContext, 'db'>,
  seqs: Iterable<number>,
): Promise<NumberedPaperRecord[]> => store.findBySeqs(db, seqs)

/**
 * Yields the records of papers in the order of `ids`, in batches of at most `BATCH_SIZE`; missing papers are omitted, so
 * a batch may be empty. Other requests get a turn between two batches.
 */
export async function* streamRecordsByIds(
  ctx: Pick<BaseContext, 'db'>,
  ids: string[],
): AsyncGenerator<PaperRecord[]> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE)
    const rows = new Map((await store.findByIds(ctx.db, batch)).map((row) => [row.id, row]))
    yield batch.flatMap((id) => rows.get(id) ?? [])
    await yieldToEventLoop()
  }
}
