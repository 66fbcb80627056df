import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { CitationStylesTable } from '../../platform/db/schema-research.ts'

export type StyleRow = Selectable<CitationStylesTable>

/** Returns the styles for everyone and those of a user, ordered by name, without `xml`. */
export function listUsable(db: Db, user_id: string): Promise<Omit<StyleRow, 'xml'>[]> {
  return db
    .selectFrom('citation_styles')
    .select(['id', 'user_id', 'csl_id', 'name', 'system', 'created_at'])
    .where((by) => by.or([by('user_id', 'is', null), by('user_id', '=', user_id)]))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Returns the style with an id if it is for everyone or belongs to the user; otherwise undefined. */
export function findUsable(db: Db, user_id: string, id: string): Promise<StyleRow | undefined> {
  return db
    .selectFrom('citation_styles')
    .selectAll()
    .where('id', '=', id)
    .where((by) => by.or([by('user_id', 'is', null), by('user_id', '=', user_id)]))
    .executeTakeFirst()
}

/** Returns the styles of a user, oldest first. */
export function listByUser(db: Db, user_id: string): Promise<StyleRow[]> {
  return db
    .selectFrom('citation_styles')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Returns the id of the owner's style with a CSL id; undefined when there is none. `owner` null means the styles for
 * everyone.
 */
export async function findIdByCslId(
  db: Db,
  owner: string | null,
  csl_id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('citation_styles')
    .select('id')
    .where('csl_id', '=', csl_id)
    .where('user_id', owner === null ? 'is' : '=', owner)
    .executeTakeFirst()
  return row?.id
}

/** Returns the number of styles of an owner; `owner` null means the styles for everyone. */
export async function count(db: Db, owner: string | null): Promise<number> {
  const { own } = await db
    .selectFrom('citation_styles')
    .select(sql<number>`cast(count(*) as integer)`.as('own'))
    .where('user_id', owner === null ? 'is' : '=', owner)
    .executeTakeFirstOrThrow()
  return own
}

export async function insert(db: Db, row: StyleRow): Promise<void> {
  await db.insertInto('citation_styles').values(row).execute()
}

/** Replaces the content of a style; its id and its owner stay. */
export async function replace(
  db: Db,
  id: string,
  change: Pick<StyleRow, 'name' | 'system' | 'xml' | 'created_at'>,
): Promise<void> {
  await db.updateTable('citation_styles').set(change).where('id', '=', id).execute()
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('citation_styles').where('id', '=', id).execute()
}
