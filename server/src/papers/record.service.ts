import type { BaseContext } from '../context/context.ts'
import * as records from './record.store.ts'
import { hitNumbers, type PlainSearch } from './search.service.ts'

/** A paper's record as it is kept: the contract's `Work` as JSON. */
export interface PaperRecord {
  id: string
  record: string
}

/** Rows of one statement: a few milliseconds. */
const PART = 500

/** The last `change` of any paper; 0 in an empty library. */
export const lastChange = ({ db }: Pick<BaseContext, 'db'>) => records.lastChange(db)

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

/** Records of everything a search finds, as it stood when it was asked, best first. */
export async function* recordsFound(
  ctx: BaseContext,
  wanted: Omit<PlainSearch, 'from' | 'size'>,
): AsyncGenerator<PaperRecord[]> {
  const seqs = await hitNumbers(ctx, wanted)
  for (let from = 0; from < seqs.length; from += PART) {
    const part = seqs.slice(from, from + PART)
    const rows = new Map((await records.bySeqs(ctx.db, part)).map((row) => [Number(row.seq), row]))
    yield part.flatMap((seq) => rows.get(seq) ?? [])
    await breath()
  }
}

/** Lets other requests have their turn. */
const breath = () => new Promise<void>((resolve) => setImmediate(resolve))
