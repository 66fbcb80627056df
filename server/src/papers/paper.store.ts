import type { Selectable } from 'kysely'
import { inParts } from '../db/in-parts.ts'
import type { Db } from '../db/schema.ts'
import type { PapersTable } from '../db/schema-library.ts'

export type PaperRow = Selectable<PapersTable>

/** Papers that exist, in no order. */
export function byIds(db: Db, ids: Iterable<string>): Promise<PaperRow[]> {
  return inParts(ids, (part) =>
    db.selectFrom('papers').selectAll().where('id', 'in', part).where('deleted_at', 'is', null).execute(),
  )
}

/** Titles of papers that exist, in no order. */
export function titles(db: Db, ids: Iterable<string>): Promise<{ id: string; title: string }[]> {
  return inParts(ids, (part) =>
    db
      .selectFrom('papers')
      .select(['id', 'title'])
      .where('id', 'in', part)
      .where('deleted_at', 'is', null)
      .execute(),
  )
}

/** When papers came into the library, and in which order. */
export function arrivals(db: Db, ids: Iterable<string>) {
  return inParts(ids, (part) =>
    db.selectFrom('papers').select(['id', 'seq', 'created_at']).where('id', 'in', part).execute(),
  )
}

/** Every version of these works, oldest id first. */
export async function versions(db: Db, work_ids: Iterable<string>) {
  const rows = await inParts(work_ids, (part) =>
    db
      .selectFrom('papers')
      .select(['id', 'work_id', 'title', 'resource_type', 'record'])
      .where('work_id', 'in', part)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),
  )
  return rows
}

/** The marks of these journals, newest year first; `of` is the journal. */
export async function ranks(db: Db, journal_ids: Iterable<string>) {
  const rows = await inParts(journal_ids, (part) => marks(db).where('journal_id', 'in', part).execute())
  return rows.map(({ journal_id, ...mark }) => ({ ...mark, of: journal_id ?? '' }))
}

/** The same by the folded titles that the lists themselves give. */
export async function ranksByTitle(db: Db, title_keys: Iterable<string>) {
  const rows = await inParts(title_keys, (part) => marks(db).where('title_key', 'in', part).execute())
  return rows.map(({ title_key, ...mark }) => ({ ...mark, of: title_key }))
}

function marks(db: Db) {
  return db
    .selectFrom('journal_ranks')
    .select(['journal_id', 'title_key', 'list', 'year', 'value'])
    .orderBy('list')
    .orderBy('year', 'desc')
    .orderBy('value')
}
