import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { McpServersTable } from '../../platform/db/schema-chat.ts'

export type ServerRow = Selectable<McpServersTable>

/** Returns all servers, oldest first. */
export function listAll(db: Db): Promise<ServerRow[]> {
  return db.selectFrom('mcp_servers').selectAll().orderBy('id').execute()
}

export function find(db: Db, id: string): Promise<ServerRow | undefined> {
  return db.selectFrom('mcp_servers').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insert(db: Db, row: ServerRow): Promise<void> {
  await db.insertInto('mcp_servers').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<ServerRow>): Promise<void> {
  await db.updateTable('mcp_servers').set(change).where('id', '=', id).execute()
}

/** Deletes a server; returns whether it existed. */
export async function remove(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('mcp_servers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Returns the ids of the servers that a user has enabled. */
export async function findEnabledIds(db: Db, user_id: string): Promise<Set<string>> {
  const rows = await db.selectFrom('mcp_choices').select('server_id').where('user_id', '=', user_id).execute()
  return new Set(rows.map((row) => row.server_id))
}

/** Enables a server for a user; the call is idempotent. */
export async function enableForUser(
  db: Db,
  user_id: string,
  server_id: string,
  created_at: string,
): Promise<void> {
  await db
    .insertInto('mcp_choices')
    .values({ user_id, server_id, created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'server_id']).doNothing())
    .execute()
}

/** Disables a server for a user; the call is idempotent. */
export async function disableForUser(db: Db, user_id: string, server_id: string): Promise<void> {
  await db
    .deleteFrom('mcp_choices')
    .where('user_id', '=', user_id)
    .where('server_id', '=', server_id)
    .execute()
}

/** Returns the number of users who have enabled each server. */
export async function countUsers(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('mcp_choices')
    .select(['server_id', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('server_id')
    .execute()
  return new Map(rows.map((row) => [row.server_id, Number(row.count)]))
}
