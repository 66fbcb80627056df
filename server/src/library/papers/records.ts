import type { BaseContext } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import * as records from './record.store.ts'

/** A paper's record as it is stored: the contract's `Work` as JSON. */
export interface PaperRecord {
  id: string
  record: string
}

/** Rows of one statement: a few milliseconds. */
const PART = 500

/** The last `change` of any paper; 0 in an empty library. */
export const lastChange = ({ db }: Pick<BaseContext, 'db'>) => records.lastChange(db)

/** Papers of the library. */
export const countPapers = ({ db }: Pick<BaseContext, 'db'>): Promise<number> => records.countPapers(db)

/** Ids by the papers' numbers, of those that exist. */
export async function idsBySeqs(
  { db }: Pick<BaseContext, 'db'>,
  seqs: number[],
): Promise<Map<number, string>> {
  return new Map((await records.idsOf(db, seqs)).map(({ id, seq }) => [Number(seq), id]))
}

/** Records by the papers' numbers, all at once and in no order; those that are gone are left out. */
export const recordsBySeqs = ({ db }: Pick<BaseContext, 'db'>, seqs: Iterable<number>) =>
  records.bySeqs(db, seqs)

/** Records in the order of the ids, a few hundred at a time; those that are gone are left out. */
export async function* recordsByIds(
  ctx: Pick<BaseContext, 'db'>,
  ids: string[],
): AsyncGenerator<PaperRecord[]> {
  for (let from = 0; from < ids.length; from += PART) {
    const part = ids.slice(from, from + PART)
    const rows = new Map((await records.byIds(ctx.db, part)).map((row) => [row.id, row]))
    yield part.flatMap((id) => rows.get(id) ?? [])
    await breath()
  }
}
