import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Returns a user's own files with their bytes in no particular order. */
export const findOwnFiles = (db: Db, user_id: string, ids: string[]) =>
  inBatches(ids, (part) =>
    db
      .selectFrom('files')
      .innerJoin('file_bytes', 'file_bytes.id', 'files.bytes_id')
      .select(['files.id', 'files.name', 'file_bytes.id as bytes_id', 'file_bytes.mime'])
      .where('files.id', 'in', part)
      .where('files.user_id', '=', user_id)
      .execute(),
  )

/** Returns passages of a parse from an ordinal on, in reading order, without reference list entries. */
export const listPassagesFrom = (db: Db, parse_id: string, ordinal: number, limit: number) =>
  db
    .selectFrom('passages')
    .selectAll()
    .where('parse_id', '=', parse_id)
    .where('ordinal', '>=', ordinal)
    .where('kind', '<>', 'reference')
    .orderBy('ordinal')
    .limit(limit)
    .execute()
