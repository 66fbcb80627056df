import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A parse that becomes active for a document. */
interface ActiveParse {
  document_id: string
  parse_id: string
  /** Number of its passages. */
  passages: number
}

const nextSeq = async (db: Db) => {
  const seq = db.selectFrom('passage_places').select(['first_seq', 'passages']).orderBy('first_seq', 'desc')
  const change = db.selectFrom('passage_places').select('change').orderBy('change', 'desc')
  const [lastSeq, lastChange] = [
    await seq.limit(1).executeTakeFirst(),
    await change.limit(1).executeTakeFirst(),
  ]
  return {
    seq: lastSeq ? Number(lastSeq.first_seq) + lastSeq.passages : 1,
    change: Number(lastChange?.change ?? 0) + 1,
  }
}

/**
 * Assigns index numbers to the passages of documents and removes their previous ones. Call it in the transaction that
 * makes the documents ready: when two transactions assign numbers at once, one is retried.
 */
export async function assignPlaces(db: Db, places: ActiveParse[]): Promise<void> {
  await markRemoved(
    db,
    places.map(({ document_id }) => document_id),
  )
  const { seq, change } = await nextSeq(db)
  let first_seq = seq
  const rows = places.flatMap((each) => {
    // Without passages it would share its number with the next document.
    if (each.passages === 0) return []
    const row = { ...each, first_seq, change, gone: 0 as const }
    first_seq += each.passages
    return [row]
  })
  await inBatches(rows, async (part) => {
    await db.insertInto('passage_places').values(part).execute()
    return []
  })
}

/** Has the index read documents again, because they moved to another dataset or passages of theirs were excluded. */
export async function markChanged(db: Db, document_ids: string[]): Promise<void> {
  const { change } = await nextSeq(db)
  await inBatches(document_ids, (part) =>
    db
      .updateTable('passage_places')
      .set({ change })
      .where('document_id', 'in', part)
      .where('gone', '=', 0)
      .execute(),
  )
}

/** Removes the passages of documents from search. */
export async function markRemoved(db: Db, document_ids: string[]): Promise<void> {
  const { change } = await nextSeq(db)
  await inBatches(document_ids, (part) =>
    db
      .updateTable('passage_places')
      .set({ change, gone: 1 })
      .where('document_id', 'in', part)
      .where('gone', '=', 0)
      .execute(),
  )
}

/** Makes the passages of documents searchable again under their old numbers. */
export async function restorePlaces(db: Db, document_ids: string[]): Promise<void> {
  const { change } = await nextSeq(db)
  await inBatches(document_ids, (part) =>
    db
      .updateTable('passage_places')
      .set({ change, gone: 0 })
      .where('document_id', 'in', part)
      .where('gone', '=', 1)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('documents')
            .select('id')
            .whereRef('documents.id', '=', 'passage_places.document_id')
            .whereRef('documents.parse_id', '=', 'passage_places.parse_id')
            .where('documents.deleted_at', 'is', null),
        ),
      )
      .execute(),
  )
}

const BATCH_SIZE = 5_000

/**
 * Removes the passages of documents that no longer exist, whether deleted with their dataset, their project or an
 * account. Checks a batch of places from `after` on; returns where to continue, or null at the end.
 */
export async function removeOrphanedPlaces(db: Db, after: number): Promise<number | null> {
  const rows = await db
    .selectFrom('passage_places')
    .leftJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'passage_places.document_id').on('documents.deleted_at', 'is', null),
    )
    .select(['first_seq', 'passage_places.document_id', 'documents.id'])
    .where('gone', '=', 0)
    .where('first_seq', '>', after)
    .orderBy('first_seq')
    .limit(BATCH_SIZE)
    .execute()
  const lost = rows.filter(({ id }) => id === null).map(({ document_id }) => document_id)
  if (lost.length > 0) await markRemoved(db, lost)
  return rows.length < BATCH_SIZE ? null : Number(rows.at(-1)?.first_seq)
}
