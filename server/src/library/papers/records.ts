import type { BaseContext } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import * as records from './record.store.ts'

/** A paper's stored record: the contract's `Work` as JSON. */
export interface PaperRecord {
  id: string
  record: string
}

/** Rows per statement; one statement takes a few milliseconds. */
const BATCH_SIZE = 500

/** Returns the last `change` of any paper; 0 in an empty library. */
export const findLastChange = ({ db }: Pick<BaseContext, 'db'>) => records.findLastChange(db)

/** Counts the papers of the library. */
export const countPapers = ({ db }: Pick<BaseContext, 'db'>): Promise<number> => records.countPapers(db)

/** Returns the ids of existing papers by sequence number. */
export async function findIdsBySeqs(
  { db }: Pick<BaseContext, 'db'>,
  seqs: number[],
): Promise<Map<number, string>> {
  return new Map((await records.findIds(db, seqs)).map(({ id, seq }) => [Number(seq), id]))
}

/** Returns records by sequence number, all at once and in no particular order; missing papers are omitted. */
export const findRecordsBySeqs = ({ db }: Pick<BaseContext, 'db'>, seqs: Iterable<number>) =>
  records.findBySeqs(db, seqs)

/** Yields records in the order of the ids, a few hundred at a time; missing papers are omitted. */
export async function* streamRecordsByIds(
  ctx: Pick<BaseContext, 'db'>,
  ids: string[],
): AsyncGenerator<PaperRecord[]> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const part = ids.slice(from, from + BATCH_SIZE)
    const rows = new Map((await records.findByIds(ctx.db, part)).map((row) => [row.id, row]))
    yield part.flatMap((id) => rows.get(id) ?? [])
    await yieldToEventLoop()
  }
}
