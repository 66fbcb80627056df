import { type Selectable, sql } from 'kysely'
import { containsText, countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { PaperMergesTable } from '../../platform/db/schema-library.ts'

export type MergeRow = Selectable<PaperMergesTable>

/** Returns one page of the merges whose title contains the keyword, newest first, with their total. */
export async function findPage(db: Db, keyword: string | undefined, offset: number, limit: number) {
  const matching = db
    .selectFrom('paper_merges')
    .$if(keyword !== undefined, (query) => query.where(containsText(sql.ref('title'), keyword ?? '')))
  const rows = await matching.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute()
  return { rows, total: await countRows(matching) }
}

export function findById(db: Db, id: string): Promise<MergeRow | undefined> {
  return db.selectFrom('paper_merges').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the merges of a paper, oldest first. */
export function listOldestFirst(db: Db, paper_id: string): Promise<MergeRow[]> {
  return db.selectFrom('paper_merges').selectAll().where('paper_id', '=', paper_id).orderBy('id').execute()
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('paper_merges').where('id', '=', id).execute()
}

/** Replaces both records of a merge: the paper's record before it, and the record that was merged. */
export async function setWorks(db: Db, id: string, before: string, record: string): Promise<void> {
  await db.updateTable('paper_merges').set({ before, record }).where('id', '=', id).execute()
}

/** Replaces the record that the paper of a merge had before it. */
export async function setBefore(db: Db, id: string, before: string): Promise<void> {
  await db.updateTable('paper_merges').set({ before }).where('id', '=', id).execute()
}
