// The passages of documents that their owners have excluded from search and answers.

import type { Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { LeftOutPassagesTable } from '../../platform/db/schema-documents.ts'

/** A passage that a user has excluded from answers, in one version of a document. */
export type ExclusionRow = Selectable<LeftOutPassagesTable>

/**
 * Value of `parse_id` under which exclusions from an archive are stored until the file is parsed here and the passages
 * are found in it.
 */
export const ARCHIVED_VERSION = 'archived'

/** Returns the exclusions of one version of a document, in reading order. */
export function listExclusions(db: Db, document_id: string, parse_id: string): Promise<ExclusionRow[]> {
  return db
    .selectFrom('left_out_passages')
    .selectAll()
    .where('document_id', '=', document_id)
    .where('parse_id', '=', parse_id)
    .orderBy('ordinal')
    .execute()
}

/** Returns the exclusions of documents, in their active version or from an archive, in reading order. */
export function listExclusionsOf(db: Db, document_ids: string[]) {
  return inBatches(document_ids, (batch) =>
    db
      .selectFrom('left_out_passages as exclusion')
      .innerJoin('documents', 'documents.id', 'exclusion.document_id')
      .select(['exclusion.document_id', 'exclusion.ordinal', 'exclusion.quote'])
      .where('exclusion.document_id', 'in', batch)
      .where(({ or, eb, ref }) =>
        or([
          eb('exclusion.parse_id', '=', ref('documents.parse_id')),
          eb('exclusion.parse_id', '=', ARCHIVED_VERSION),
        ]),
      )
      .orderBy('exclusion.document_id')
      .orderBy('exclusion.ordinal')
      .execute(),
  )
}

/** Inserts exclusions; those that exist already are skipped. */
export const insertExclusions = (db: Db, rows: ExclusionRow[]): Promise<void> =>
  insertMany(db, 'left_out_passages', rows, 'leave')

/** Removes the exclusions of some passages of one version of a document. */
export async function removeExclusions(
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

/** Moves exclusions of one version of a document to passages of another version, given by their new ordinals. */
export async function moveExclusions(
  db: Db,
  moves: { row: ExclusionRow; ordinal: number }[],
  parse_id: string,
): Promise<void> {
  const [first] = moves
  if (!first) return
  const { document_id, parse_id: from } = first.row
  await inBatches(
    moves.map(({ row }) => row.ordinal),
    async (batch) => {
      await removeExclusions(db, document_id, from, batch)
      return []
    },
  )
  await insertExclusions(
    db,
    moves.map(({ row, ordinal }) => ({ ...row, parse_id, ordinal })),
  )
}
