import type { Insertable } from 'kysely'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { JournalRanksTable } from '../../platform/db/schema-library.ts'

const BATCH_SIZE = 200

/** Inserts ranks; of equal ones the first is kept. */
export async function insert(db: Db, rows: Insertable<JournalRanksTable>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_SIZE)
    await db
      .insertInto('journal_ranks')
      .values(rows.slice(from, from + BATCH_SIZE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Removes the edition of a list of ranks of one year. */
export async function remove(db: Db, list: string, year: number): Promise<void> {
  await db.deleteFrom('journal_ranks').where('list', '=', list).where('year', '=', year).execute()
}

/**
 * Returns every list and year with its number of rows, the number of rows matched to a journal, and the import time.
 */
export async function listTables(db: Db) {
  const rows = await db
    .selectFrom('journal_ranks')
    .select(({ fn }) => [
      'list',
      'year',
      fn.countAll<number>().as('rows'),
      fn.count<number>('journal_id').as('matched'),
      fn.max('created_at').as('created_at'),
    ])
    .groupBy(['list', 'year'])
    .orderBy('list')
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ list, year, rows, matched, created_at }) => ({
    list,
    year,
    rows: Number(rows),
    matched: Number(matched),
    created_at,
  }))
}

/** Returns journals in rank lists that match no journal of the library, in title order after `after`. */
export function listUnmatched(db: Db, after: string, limit: number) {
  return db
    .selectFrom('journal_ranks')
    .select(['title_key', ({ fn }) => fn.max('issn').as('issn')])
    .where('journal_id', 'is', null)
    .where('title_key', '>', after)
    .groupBy('title_key')
    .orderBy('title_key')
    .limit(limit)
    .execute()
}

/** Assigns a journal to those ranks of a title that have none. */
export async function setJournal(db: Db, title_key: string, journal_id: string): Promise<void> {
  await db
    .updateTable('journal_ranks')
    .set({ journal_id })
    .where('title_key', '=', title_key)
    .where('journal_id', 'is', null)
    .execute()
}

/** Returns the journals with one of these ISSNs, in print or online. */
export function findJournalsByIssn(db: Db, issns: string[]) {
  return inBatches(issns, (batch) =>
    db
      .selectFrom('journals')
      .select(['id', 'issn', 'eissn'])
      .where(({ eb, or }) => or([eb('issn', 'in', batch), eb('eissn', 'in', batch)]))
      .orderBy('id')
      .execute(),
  )
}
