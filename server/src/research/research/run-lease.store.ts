import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ResearchRunsTable } from '../../platform/db/schema-researches.ts'

type RunRow = Selectable<ResearchRunsTable>

/** Those whose work goes on, or is to go on; who waits for a person has nobody who works. */
const OPEN_STATUSES = ['running', 'waiting'] as const

/** Lets a research that waits in one state go on in another under a lease; answers whether it did. */
export async function resume(
  db: Db,
  id: string,
  state: string,
  change: Pick<RunRow, 'state' | 'lease' | 'lease_until'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('research_runs')
    .set({ ...change, status: 'running' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('state', '=', state)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Every research that somebody does, or should. */
export function listActive(db: Db): Promise<Pick<RunRow, 'id' | 'lease' | 'lease_until'>[]> {
  return db
    .selectFrom('research_runs')
    .select(['id', 'lease', 'lease_until'])
    .where('status', '=', 'running')
    .execute()
}

/** Which of these a process still holds. */
export async function findHeld(db: Db, ids: string[], lease: string) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('research_runs')
    .select(['id', 'cancel_requested'])
    .where('id', 'in', ids)
    .where('lease', '=', lease)
    .where('status', '=', 'running')
    .execute()
  return rows.map((row) => ({ ...row, begun: true }))
}

/** Lengthens the leases of a process. */
export async function extendLeases(db: Db, ids: string[], lease: string, lease_until: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('research_runs')
    .set({ lease_until })
    .where('id', 'in', ids)
    .where('lease', '=', lease)
    .where('status', '=', 'running')
    .execute()
}

/** Gives a research another lease than it had; answers whether it could. */
export async function takeLease(
  db: Db,
  id: string,
  lease: string | null,
  mine: Pick<RunRow, 'lease' | 'lease_until'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('research_runs')
    .set(mine)
    .where('id', '=', id)
    .where('lease', lease === null ? 'is' : '=', lease)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives a lease back: the research waits for a person, or for another process. */
export async function releaseLease(
  db: Db,
  id: string,
  lease: string,
  change: Pick<RunRow, 'status'>,
): Promise<void> {
  await db
    .updateTable('research_runs')
    .set({ ...change, lease: null, lease_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('status', '=', 'running')
    .execute()
}

/**
 * Ends a research that a lease still holds; answers whether it did. An ended one never changes again.
 *
 * @param given what becomes of a free research that was reserved.
 */
export async function end(
  db: Db,
  id: string,
  lease: string | null,
  { given, ...change }: Partial<RunRow> & { given: RunRow['free'] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('research_runs')
    .set({
      ...change,
      free: sql<RunRow['free']>`case when free = 'reserved' then ${given} else free end`,
      lease: null,
      lease_until: null,
    })
    .where('id', '=', id)
    .where('lease', lease === null ? 'is' : '=', lease)
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether it has ended; null where there is none. */
export async function hasEnded(db: Db, id: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('research_runs')
    .select('finished_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? row.finished_at !== null : null
}

/** Asks whoever does it to stop, or to write from what is in hand; an ended one stays as it is. */
export async function requestEnd(
  db: Db,
  id: string,
  change: Partial<Pick<RunRow, 'cancel_requested' | 'finish_requested'>>,
): Promise<void> {
  await db
    .updateTable('research_runs')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', OPEN_STATUSES)
    .execute()
}
