import type { Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { LeftOutPassagesTable } from '../../platform/db/schema-documents.ts'

type Row = Selectable<LeftOutPassagesTable>

/** Returns the exclusions of one version of a document, in reading order. */
export function listByVersion(db: Db, document_id: string, parse_id: string): Promise<Row[]> {
  return db
    .selectFrom('left_out_passages')
    .selectAll()
    .where('document_id', '=', document_id)
    .where('parse_id', '=', parse_id)
    .orderBy('ordinal')
    .execute()
}

/**
 * Version under which exclusions from an archive are stored until the file is parsed here and the passages are found
 * in it.
 */
export const ARCHIVED_VERSION = 'archived'

/** Returns the excluded passages of documents, in the active version or from an archive, in reading order. */
export function listByDocuments(db: Db, ids: string[]) {
  return inBatches(ids, (part) =>
    db
      .selectFrom('left_out_passages as left')
      .innerJoin('documents', 'documents.id', 'left.document_id')
      .select(['left.document_id', 'left.ordinal', 'left.quote'])
      .where('left.document_id', 'in', part)
      .where(({ or, eb, ref }) =>
        or([eb('left.parse_id', '=', ref('documents.parse_id')), eb('left.parse_id', '=', ARCHIVED_VERSION)]),
      )
      .orderBy('left.document_id')
      .orderBy('left.ordinal')
      .execute(),
  )
}

const BATCH_SIZE = 500

/** Yields the texts of all passages of a parse in batches, in reading order. */
export async function* streamBodies(db: Db, parse_id: string) {
  for (let from = 0; ; ) {
    const rows = await db
      .selectFrom('passages')
      .select(['ordinal', 'body'])
      .where('parse_id', '=', parse_id)
      .where('ordinal', '>=', from)
      .orderBy('ordinal')
      .limit(BATCH_SIZE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    from = last.ordinal + 1
  }
}

/** Moves rows of one version of a document to another version. */
export async function moveToVersion(
  db: Db,
  found: { row: Row; ordinal: number }[],
  parse_id: string,
): Promise<void> {
  const [first] = found
  if (!first) return
  const { document_id, parse_id: from } = first.row
  await inBatches(
    found.map(({ row }) => row.ordinal),
    async (part) => {
      await remove(db, document_id, from, part)
      return []
    },
  )
  await insert(
    db,
    found.map(({ row, ordinal }) => ({ ...row, parse_id, ordinal })),
  )
}

/** Returns the texts of passages by ordinal. */
export function findBodies(db: Db, parse_id: string, ordinals: number[]) {
  return db
    .selectFrom('passages')
    .select(['ordinal', 'body'])
    .where('parse_id', '=', parse_id)
    .where('ordinal', 'in', ordinals)
    .execute()
}

export const insert = (db: Db, rows: Row[]): Promise<void> =>
  insertMany(db, 'left_out_passages', rows, 'leave')

export async function remove(
  db: Db,
  document_id: string,
  parse_id: string,
  ordinals: number[],
): Promise<void> {
  await db
    .deleteFrom('left_out_passages')
    .where('document_id', '=', document_id)
    .where('parse_id', '=', parse_id)
    .where('ordinal', 'in', ordinals)
    .execute()
}
