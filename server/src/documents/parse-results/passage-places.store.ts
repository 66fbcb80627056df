// The places of passages in the passage index. `passage_places` gives the passages of an active parse their numbers in
// it: one row per document and parse, for the range from `first_seq` to `first_seq + passages - 1`. A document that
// gets a new parse gets a new range, and the row of the old one stays with `gone = 1`.
//
// The index polls for rows whose `change` is above the highest that it has seen, so every update of a row gives it the
// next number of a change.

import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A parse that becomes active for a document, in place of the one before. */
interface ActiveParse {
  document_id: string
  parse_id: string
  /** Number of its passages. */
  passages: number
}

/** Returns the next free number of the passage index, `seq`, and the next number of a change; both begin with 1. */
async function nextNumbers(db: Db): Promise<{ seq: number; change: number }> {
  const lastPlace = await db
    .selectFrom('passage_places')
    .select(['first_seq', 'passages'])
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const lastChange = await db
    .selectFrom('passage_places')
    .select('change')
    .orderBy('change', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    seq: lastPlace ? Number(lastPlace.first_seq) + lastPlace.passages : 1,
    change: Number(lastChange?.change ?? 0) + 1,
  }
}

/**
 * Assigns index numbers to the passages of documents and removes their previous ones. Call it in the transaction that
 * makes the documents ready: when two transactions assign numbers at once, one is retried.
 */
export async function assignPlaces(db: Db, active: ActiveParse[]): Promise<void> {
  await markPlacesRemoved(
    db,
    active.map(({ document_id }) => document_id),
  )
  const { seq, change } = await nextNumbers(db)
  let first_seq = seq
  const rows = active.flatMap((parse) => {
    // An empty range would begin with the same number as the next one.
    if (parse.passages === 0) return []
    const row = { ...parse, first_seq, change, gone: 0 as const }
    first_seq += parse.passages
    return [row]
  })
  await inBatches(rows, (batch) => db.insertInto('passage_places').values(batch).execute())
}

/** Has the index read documents again, because they moved to another dataset or passages of theirs were excluded. */
export async function markPlacesChanged(db: Db, document_ids: string[]): Promise<void> {
  const { change } = await nextNumbers(db)
  await inBatches(document_ids, (batch) =>
    db
      .updateTable('passage_places')
      .set({ change })
      .where('document_id', 'in', batch)
      .where('gone', '=', 0)
      .execute(),
  )
}

/** Removes the passages of documents from search. */
export async function markPlacesRemoved(db: Db, document_ids: string[]): Promise<void> {
  const { change } = await nextNumbers(db)
  await inBatches(document_ids, (batch) =>
    db
      .updateTable('passage_places')
      .set({ change, gone: 1 })
      .where('document_id', 'in', batch)
      .where('gone', '=', 0)
      .execute(),
  )
}

/**
 * Makes the passages of documents searchable again under their old numbers: those of the active parses of documents
 * that are not deleted; others stay removed.
 */
export async function restorePlaces(db: Db, document_ids: string[]): Promise<void> {
  const { change } = await nextNumbers(db)
  await inBatches(document_ids, (batch) =>
    db
      .updateTable('passage_places')
      .set({ change, gone: 0 })
      .where('document_id', 'in', batch)
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

/** Number of places that `removeOrphanedPlaces` checks at once. */
const BATCH_SIZE = 5_000

/**
 * Removes from search the passages of documents that no longer exist, whether deleted with their dataset, their project
 * or an account. Checks one batch of places in the order of `first_seq`, from the first above `after`; 0 begins with
 * the first. Returns the last `first_seq` of the batch, to continue with, or null at the end.
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
  const orphaned = rows.filter(({ id }) => id === null).map(({ document_id }) => document_id)
  if (orphaned.length > 0) await markPlacesRemoved(db, orphaned)
  return rows.length < BATCH_SIZE ? null : Number(rows.at(-1)?.first_seq)
}
