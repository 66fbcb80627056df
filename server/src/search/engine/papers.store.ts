import { type Selectable, sql } from 'kysely'
import { waitUntilDurable } from '../../platform/db/open.ts'
import { prepareListQuery } from '../../platform/db/prepared.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { PapersTable } from '../../platform/db/schema-library.ts'

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

/** Returns the greatest sequence number of the papers written no later than `change`; 0 when there is none. */
export async function findLastSeq(db: Db, change: number): Promise<number> {
  const { last } = await db
    .selectFrom('papers')
    .select(sql<number>`coalesce(max(seq), 0)`.as('last'))
    .where('change', '<=', change)
    .executeTakeFirstOrThrow()
  return last
}

export type TitleRow = Pick<Selectable<PapersTable>, 'id' | 'seq' | 'title' | 'year' | 'record'>

/** Returns id, title, year and record of papers by sequence number, in no particular order. */
export const findTitles = prepareListQuery((db, seqs: number[]) =>
  db
    .selectFrom('papers')
    .select(['id', 'seq', 'title', 'year', 'record'])
    .where('seq', 'in', seqs)
    .where('deleted_at', 'is', null),
)
