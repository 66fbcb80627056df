// The leases of parses in progress. Each run of a parse has a lease of its own, whose id is in `leased_by`.

import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ParsesTable } from '../../platform/db/schema-documents.ts'

type ParseRow = Selectable<ParsesTable>

// Literals instead of bound parameters, so that the queries match the partial index.
const isLeased = sql<boolean>`parses.state in ('parsing', 'indexing')`

/** Selects the parses in progress, which are few however many parses exist. */
const leasedParses = (db: Db) => db.selectFrom('parses').where(isLeased)

/** Returns the parse that a run holds; undefined when the run has lost it. */
export function findByLease(db: Db, lease: string): Promise<ParseRow | undefined> {
  return leasedParses(db).selectAll().where('leased_by', '=', lease).executeTakeFirst()
}

/** Changes a parse if the run still holds it; returns whether it did. */
export async function updateIfHeld(db: Db, lease: string, change: Partial<ParseRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('parses')
    .set(change)
    .where('leased_by', '=', lease)
    .where(isLeased)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Extends the leases of those runs that still hold their parse. */
export async function extendLeases(db: Db, leases: string[], leased_until: string): Promise<void> {
  await db
    .updateTable('parses')
    .set({ leased_until })
    .where('leased_by', 'in', leases)
    .where(isLeased)
    .execute()
}

/**
 * Returns which of these leases still hold a parse. A run is stopped by taking its lease away, so none of them is
 * marked for cancellation.
 */
export async function findHeldLeases(
  db: Db,
  leases: string[],
): Promise<{ id: string; cancel_requested: 0 }[]> {
  const rows = await leasedParses(db).select('leased_by').where('leased_by', 'in', leases).execute()
  return rows.map(({ leased_by }) => ({ id: leased_by ?? '', cancel_requested: 0 }))
}

/** Returns all leases that hold a parse, those of other processes too. */
export async function listLeases(db: Db): Promise<string[]> {
  const rows = await leasedParses(db).select('leased_by').execute()
  return rows.flatMap(({ leased_by }) => leased_by ?? [])
}

/** Expires all leases. Called when the only process on an embedded database starts. */
export async function expireLeases(db: Db): Promise<void> {
  await db.updateTable('parses').set({ leased_until: null }).where(isLeased).execute()
}

/** Bounds the orphans of one query; a process leaves a few behind when it dies. */
const MAX_ORPHANS = 100

/** What decides whether the process that holds a parse has died. Times are ISO 8601 in UTC. */
export interface OrphanQuery {
  now: string
  /** The latest plausible end of a lease; a later one was written by a process with a wrong clock. */
  longest_lease: string
  /** Leases of this process. */
  own_leases: string[]
  /** Leases of processes that no longer exist. */
  gone_leases: string[]
}

/** Returns up to `MAX_ORPHANS` parses whose process has died, those with the fewest attempts first. */
export function findOrphans(
  db: Db,
  { now, longest_lease, own_leases, gone_leases }: OrphanQuery,
): Promise<ParseRow[]> {
  return leasedParses(db)
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', now),
        // SQL has no empty list, and no lease is ''.
        eb('leased_by', 'in', ['', ...gone_leases]),
        and([eb('leased_until', '>', longest_lease), eb('leased_by', 'not in', ['', ...own_leases])]),
      ]),
    )
    .orderBy('attempts')
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_ORPHANS)
    .execute()
}
