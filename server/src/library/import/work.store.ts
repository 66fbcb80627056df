import { type Insertable, type Selectable, sql } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type {
  JournalsTable,
  PaperKeysTable,
  PaperMergesTable,
  PaperReferencesTable,
  PapersTable,
} from '../../platform/db/schema-library.ts'

export type PaperRow = Selectable<PapersTable>

/** Returns the greatest `seq` and `change` assigned so far; 0 each in an empty library. */
export async function readCounters(db: Db): Promise<{ seq: number; change: number }> {
  const [seq, change] = [await readLast(db, 'seq').execute(), await readLast(db, 'change').execute()]
  return { seq: Number(seq[0]?.last ?? 0), change: Number(change[0]?.last ?? 0) }
}

/** Queries the last value of one column by its own index; when both are queried at once, SQLite scans all papers. */
export const readLast = (db: Db, column: 'seq' | 'change') =>
  db.selectFrom('papers').select(`${column} as last`).orderBy(column, 'desc').limit(1)

/** Returns the rows of the given keys, in no particular order; a key may belong to several papers. */
export function findPaperKeys(db: Db, keys: string[]): Promise<Selectable<PaperKeysTable>[]> {
  return inBatches(keys.toSorted(), (batch) =>
    db.selectFrom('paper_keys').selectAll().where('key', 'in', batch).execute(),
  )
}

/** Returns papers by id, deleted ones included, in no particular order. */
export function findPapersByIds(db: Db, ids: string[]): Promise<PaperRow[]> {
  return inBatches(ids, (batch) => db.selectFrom('papers').selectAll().where('id', 'in', batch).execute())
}

export function insertPapers(db: Db, rows: Insertable<PapersTable>[]): Promise<void> {
  return insertMany(db, 'papers', rows)
}

export async function updatePaper(db: Db, id: string, row: Partial<Insertable<PapersTable>>): Promise<void> {
  await db.updateTable('papers').set(row).where('id', '=', id).execute()
}

/** Inserts keys in key order, so that neighboring index pages are read and written together. */
export function insertKeys(db: Db, rows: Insertable<PaperKeysTable>[]): Promise<void> {
  const sorted = rows.toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
  return insertMany(db, 'paper_keys', sorted, 'leave')
}

/** Deletes keys of a paper by naming them, because the table is ordered by key. */
export async function removeKeys(db: Db, paper_id: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await db.deleteFrom('paper_keys').where('paper_id', '=', paper_id).where('key', 'in', keys).execute()
}

/** Inserts references; existing ones are kept. */
export function insertReferences(db: Db, rows: Insertable<PaperReferencesTable>[]): Promise<void> {
  return insertMany(db, 'paper_references', rows, 'leave')
}

export function insertMerges(db: Db, rows: Insertable<PaperMergesTable>[]): Promise<void> {
  return insertMany(db, 'paper_merges', rows)
}

/** Returns how many papers cite each of the keys. */
export async function countCiting(db: Db, keys: string[]): Promise<Map<string, number>> {
  const rows = await inBatches(keys, (batch) =>
    db
      .selectFrom('paper_references')
      .select(({ fn }) => ['key', fn.countAll().as('count')])
      .where('key', 'in', batch)
      .groupBy('key')
      .execute(),
  )
  return new Map(rows.map(({ key, count }) => [key, Number(count)]))
}

const BATCH_SIZE = 500

/** Adds to the citation counts of papers and marks these as changed by `change`; `counts` is by paper id. */
export async function addCitations(db: Db, counts: Map<string, number>, change: number): Promise<void> {
  const entries = [...counts]
  for (let from = 0; from < entries.length; from += BATCH_SIZE) {
    const batch = entries.slice(from, from + BATCH_SIZE)
    const rows = batch.map(([id, more]) => sql`(cast(${id} as text), cast(${more} as bigint))`)
    await sql`with found (id, more) as (values ${sql.join(rows)})
      update papers set cited_by_count = cited_by_count + found.more, change = ${change}
      from found where papers.id = found.id`.execute(db)
  }
}

/** Returns the journals with one of the folded titles (`sourceKey`). */
export function findJournalsByKeys(db: Db, keys: string[]): Promise<Selectable<JournalsTable>[]> {
  return inBatches(keys, (batch) =>
    db.selectFrom('journals').selectAll().where('title_key', 'in', batch).execute(),
  )
}

export async function setIssn(db: Db, journal_id: string, issn: string): Promise<void> {
  await db.updateTable('journals').set({ issn }).where('id', '=', journal_id).execute()
}

/** Inserts journals; one whose title key exists is kept. */
export function insertJournals(db: Db, rows: Insertable<JournalsTable>[]): Promise<void> {
  return insertMany(db, 'journals', rows, 'leave')
}
