import { type Selectable, sql } from 'kysely'
import { prepareRowsQuery } from '../../platform/db/prepared.ts'
import { containsText, countRows, likePattern } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { SearchLogsTable } from '../../platform/db/schema-search.ts'

export type SearchRow = Selectable<SearchLogsTable>

/** Returns the last identical search of a user, if it is newer than `since` (an ISO date); undefined otherwise. */
export function findSame(
  db: Db,
  row: Pick<SearchRow, 'user_id' | 'query' | 'filters' | 'kind'>,
  since: string,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('search_logs')
    .select('id')
    .where('user_id', '=', row.user_id)
    .where('query', '=', row.query)
    .where('filters', '=', row.filters)
    .where('kind', '=', row.kind)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insert(db: Db, row: SearchRow): Promise<void> {
  await db.insertInto('search_logs').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<SearchRow>): Promise<void> {
  await db.updateTable('search_logs').set(change).where('id', '=', id).execute()
}

interface SearchPage {
  keyword?: string | undefined
  page_num: number
  page_size: number
}

/** Returns one page of a user's searches, newest first. */
export async function findPage(db: Db, user_id: string, { keyword, page_num, page_size }: SearchPage) {
  const matching = db
    .selectFrom('search_logs')
    .where('user_id', '=', user_id)
    .$if(keyword !== undefined, (query) => query.where(containsText(sql.ref('query'), keyword ?? '')))
  const list = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  const total = await countRows(matching)
  return { list, total }
}

/** Deletes the given searches of a user, or all. */
export async function remove(db: Db, user_id: string, ids: string[] | 'all'): Promise<void> {
  if (ids !== 'all' && ids.length === 0) return
  await db
    .deleteFrom('search_logs')
    .where('user_id', '=', user_id)
    .$if(ids !== 'all', (query) => query.where('id', 'in', ids as string[]))
    .execute()
}

/** Deletes all but the newest `count` searches of a user; of searches at the same time all go if one of them does. */
export async function removeAllButNewest(db: Db, user_id: string, count: number): Promise<void> {
  const last = await db
    .selectFrom('search_logs')
    .select('created_at')
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .offset(count)
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  await db
    .deleteFrom('search_logs')
    .where('user_id', '=', user_id)
    .where('created_at', '<=', last.created_at)
    .execute()
}

/** Maximum number of earlier queries offered for what is typed. */
const MAX_COMPLETIONS = 10

/** Selects by a LIKE pattern in lower case. It is prepared once, since it runs for every letter typed. */
const queriesByPrefix = prepareRowsQuery((db, user_id: string, pattern: string) =>
  db
    .selectFrom('search_logs')
    .select(['query', (each) => each.fn.max('created_at').as('last')])
    .where('user_id', '=', user_id)
    .where('query', '<>', '')
    .where(sql<boolean>`lower(query) like ${pattern} escape '\\'`)
    .groupBy('query')
    .orderBy('last', 'desc')
    .limit(MAX_COMPLETIONS),
)

/** Returns a user's distinct queries that begin with `start`, newest first: at most `limit`, and at most ten. */
export async function findByPrefix(db: Db, user_id: string, start: string, limit: number): Promise<string[]> {
  const pattern = `${likePattern(start)}%`
  return (await queriesByPrefix(db, user_id, pattern)).slice(0, limit).map((row) => row.query)
}

/** Returns all searches of a user, newest first. */
export function listByUser(db: Db, user_id: string): Promise<SearchRow[]> {
  return db
    .selectFrom('search_logs')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .execute()
}
