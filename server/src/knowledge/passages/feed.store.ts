import { waitUntilDurable } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/schema.ts'

/**
 * Returns changed places of documents after a given (change, first_seq) pair, in the order of changes, with the
 * current document of each; its columns are null when the document is deleted or now has another parse. A place is the
 * range of sequence numbers, from `first_seq` on, that the passages of one parse of a document have in the index.
 *
 * The index is saved separately from the database, so rows are returned only once they are durable: the index must
 * never hold a row that the database could still lose.
 */
export async function listPlacesAfter(
  db: Db,
  { change, first_seq }: { change: number; first_seq: number },
  limit: number,
) {
  const rows = await db
    .selectFrom('passage_places as places')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.id', '=', 'places.document_id')
        .onRef('documents.parse_id', '=', 'places.parse_id')
        .on('documents.deleted_at', 'is', null),
    )
    .select([
      'places.first_seq',
      'places.passages',
      'places.change',
      'places.document_id',
      'places.parse_id',
      'places.gone',
      'documents.dataset_id',
      'documents.name',
    ])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('places.change', 'places.first_seq'), '>', tuple(change, first_seq)),
    )
    .orderBy('places.change')
    .orderBy('places.first_seq')
    .limit(limit)
    .execute()
  if (rows.length > 0) await waitUntilDurable(db)
  return rows
}

/** Returns the last change of any place; 0 when there is none. */
export async function findLastChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('passage_places')
    .select('change')
    .orderBy('change', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.change ?? 0)
}

/** Returns the facts of a parse as JSON, or null when the parse does not exist. */
export async function findFacts(db: Db, parse_id: string): Promise<string | null> {
  const row = await db.selectFrom('parses').select('facts').where('id', '=', parse_id).executeTakeFirst()
  return row?.facts ?? null
}

/**
 * Returns passages of a parse that answers may use, from an ordinal on, in reading order; reference list entries are
 * excluded.
 */
export const listTextsFrom = (db: Db, parse_id: string, ordinal: number, limit: number) =>
  db
    .selectFrom('passages')
    .select(['ordinal', 'headings', 'body'])
    .where('parse_id', '=', parse_id)
    .where('ordinal', '>=', ordinal)
    .where('kind', '<>', 'reference')
    .orderBy('ordinal')
    .limit(limit)
    .execute()

/** Returns the number of passages in current places. */
export async function countPassages(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('passage_places')
    .select(({ fn }) => fn.sum<number | null>('passages').as('total'))
    .where('gone', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** Returns whether any document was ever placed. */
export async function hasPlaces(db: Db): Promise<boolean> {
  const row = await db.selectFrom('passage_places').select('first_seq').limit(1).executeTakeFirst()
  return row !== undefined
}
