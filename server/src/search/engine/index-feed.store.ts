import { waitUntilDurable } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/schema.ts'

/**
 * What the index has to know of papers that changed, in the order of changes, after one paper of one change. The index
 * is saved on its own: it gets nothing that the database could still lose.
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
