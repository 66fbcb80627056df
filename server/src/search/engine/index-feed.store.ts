import { waitUntilDurable } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/schema.ts'

/**
 * Returns the changed papers after a given (change, seq) pair, in the order of changes, with the columns the index
 * needs.
 *
 * The index is saved separately from the database, so rows are returned only once they are durable: the index must
 * never hold a row that the database could still lose.
 */
export async function listChangesAfter(
  db: Db,
  { change, seq }: { change: number; seq: number },
  limit: number,
) {
  const rows = await db
    .selectFrom('papers')
    .select(['seq', 'change', 'record', 'citation_count', 'cited_by_count', 'deleted_at'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('change', 'seq'), '>', tuple(change, seq)))
    .orderBy('change')
    .orderBy('seq')
    .limit(limit)
    .execute()
  if (rows.length > 0) await waitUntilDurable(db)
  return rows
}
