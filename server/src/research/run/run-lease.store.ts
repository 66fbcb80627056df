import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ResearchRunsTable } from '../../platform/db/schema-research.ts'

type RunRow = Selectable<ResearchRunsTable>

/** States of unfinished runs; a run that waits for its user has no worker. */
const OPEN_STATUSES = ['running', 'waiting'] as const

/** Moves a run that waits in one state to another state under a lease; returns whether it was waiting. */
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

/** Returns all runs that a process works on or should work on. */
export function listActive(db: Db): Promise<Pick<RunRow, 'id' | 'lease' | 'lease_until'>[]> {
  return db
    .selectFrom('research_runs')
    .select(['id', 'lease', 'lease_until'])
    .where('status', '=', 'running')
    .execute()
}

/** Returns those of the runs that a lease still holds. */
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

/** Extends the leases that a process holds. */
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

/** Takes over a running run that still has the given lease; returns whether it was taken. */
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

/** Releases a lease: the run waits for its user or for another process. */
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
 * Ends a run that still has the given lease; returns whether it was ended. A run that has ended is never changed again.
 *
 * @param change `reservedBecomes` is the new state of a reserved free research.
 */
export async function end(
  db: Db,
  id: string,
  lease: string | null,
  { reservedBecomes, ...change }: Partial<RunRow> & { reservedBecomes: RunRow['free'] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('research_runs')
    .set({
      ...change,
      free: sql<RunRow['free']>`case when free = 'reserved' then ${reservedBecomes} else free end`,
      lease: null,
      lease_until: null,
    })
    .where('id', '=', id)
    .where('lease', lease === null ? 'is' : '=', lease)
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns whether a run has ended; null when there is none. */
export async function hasEnded(db: Db, id: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('research_runs')
    .select('finished_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? row.finished_at !== null : null
}

/**
 * Requests that the process working on a run cancels it or writes the report from the present evidence; a run that has
 * ended is left unchanged.
 */
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
