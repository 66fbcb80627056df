import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ParsesTable } from '../../platform/db/schema-documents.ts'

type ParseRow = Selectable<ParsesTable>

// Written out, not bound: it has to read like the partial index.
const isLeased = sql<boolean>`parses.state in ('parsing', 'indexing')`

/** Parses that somebody works on; a handful, however many there are. */
const leasedParses = (db: Db) => db.selectFrom('parses').where(isLeased)

/** Changes a parse as long as the run still holds it; answers whether it did. */
export async function updateIfHeld(db: Db, lease: string, change: Partial<ParseRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('parses')
    .set(change)
    .where('leased_by', '=', lease)
    .where(isLeased)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lengthens leases. */
export async function extendLeases(db: Db, leases: string[], leased_until: string): Promise<void> {
  await db
    .updateTable('parses')
    .set({ leased_until })
    .where('leased_by', 'in', leases)
    .where(isLeased)
    .execute()
}

/** Which of these leases still hold a parse; whoever wants one stopped takes its lease away. */
export async function findHeld(db: Db, leases: string[]): Promise<{ id: string; cancel_requested: 0 }[]> {
  const rows = await leasedParses(db).select('leased_by').where('leased_by', 'in', leases).execute()
  return rows.map(({ leased_by }) => ({ id: leased_by ?? '', cancel_requested: 0 }))
}

/** The parse that a run holds. */
export function findByLease(db: Db, lease: string): Promise<ParseRow | undefined> {
  return leasedParses(db).selectAll().where('leased_by', '=', lease).executeTakeFirst()
}

/** Puts every parse that somebody has begun back: for the start of the only process on an embedded database. */
export async function releaseAll(db: Db): Promise<void> {
  await db.updateTable('parses').set({ leased_until: null }).where(isLeased).execute()
}

/** As many as many processes leave behind. */
const MAX_ORPHANS = 100

interface OrphanQuery {
  now: string
  /** No lease runs longer: what says so was written by a wrong clock. */
  longest_lease: string
  /** What this process runs. */
  own: string[]
  /** Leases whose processes are certainly gone. */
  gone: string[]
}

/** Which leases hold a parse. */
export async function listLeases(db: Db): Promise<string[]> {
  const rows = await leasedParses(db).select('leased_by').execute()
  return rows.flatMap(({ leased_by }) => leased_by ?? [])
}

/** Parses whose process has died, the one that was begun least often first. */
export function findOrphans(db: Db, { now, longest_lease, own, gone }: OrphanQuery): Promise<ParseRow[]> {
  return leasedParses(db)
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', now),
        eb('leased_by', 'in', ['', ...gone]),
        and([eb('leased_until', '>', longest_lease), eb('leased_by', 'not in', ['', ...own])]),
      ]),
    )
    .orderBy('attempts')
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_ORPHANS)
    .execute()
}
