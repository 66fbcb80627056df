import type { Selectable } from 'kysely'
import { countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { McpCallsTable } from '../../platform/db/schema-chat.ts'

export async function insert(db: Db, row: Selectable<McpCallsTable>): Promise<void> {
  await db.insertInto('mcp_calls').values(row).execute()
}

/** A page of the tool calls of a server. */
interface CallFilter {
  /** Undefined for the calls of all servers. */
  server_id?: string | undefined
  page_num: number
  page_size: number
}

/** Returns a page of tool calls with the accounts that made them, newest first. */
export async function findPage(db: Db, { server_id, page_num, page_size }: CallFilter) {
  const matching = db
    .selectFrom('mcp_calls')
    .$if(server_id !== undefined, (query) => query.where('mcp_calls.server_id', '=', server_id ?? ''))
  const list = await matching
    .innerJoin('users', 'users.id', 'mcp_calls.user_id')
    .selectAll('mcp_calls')
    .select('users.account')
    .orderBy('mcp_calls.id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  const total = await countRows(matching)
  return { list, total }
}

/** Returns a user's tool calls, newest first. */
export function listByUser(db: Db, user_id: string) {
  return db
    .selectFrom('mcp_calls')
    .select(['server_name', 'tool', 'ok', 'ms', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes the tool calls before a time. */
export async function removeBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('mcp_calls').where('created_at', '<', before).execute()
}
