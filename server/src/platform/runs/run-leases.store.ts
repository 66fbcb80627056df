import type { UpdateObject } from 'kysely'
import type { Db, Tables } from '../db/schema.ts'

/** A table of runs with the columns of their leases. */
type RunTable = 'research_runs' | 'manuscript_checks'
type RunRow = Tables['research_runs']
type LeaseColumns = Pick<RunRow, 'lease' | 'lease_until'>

/** States of unfinished runs; a run that waits for its user has no worker. */
const OPEN_STATUSES = ['running', 'waiting'] as const

/** Creates the queries about the leases of the runs in a table. */
export function createRunLeases<Table extends RunTable>(table: Table) {
  // Every such table has the columns that are named here.
  const runs = table as 'research_runs'
  return { ...holdingQueries(runs), ...endingQueries<Table>(runs) }
}

/** The queries about the runs that leases hold. */
const holdingQueries = (runs: 'research_runs') => ({
  /** Returns all runs that a process works on or should work on. */
  listActive: (db: Db) =>
    db.selectFrom(runs).select(['id', 'lease', 'lease_until']).where('status', '=', 'running').execute(),

  /** Returns those of the runs that a lease still holds. */
  async findHeld(db: Db, ids: string[], lease: string) {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom(runs)
      .select(['id', 'cancel_requested'])
      .where('id', 'in', ids)
      .where('lease', '=', lease)
      .where('status', '=', 'running')
      .execute()
    return rows.map((row) => ({ ...row, begun: true }))
  },

  /** Extends the leases that a process holds. */
  async extendLeases(db: Db, ids: string[], lease: string, lease_until: string): Promise<void> {
    if (ids.length > 0) await heldRuns(db, runs, ids, lease).set({ lease_until }).execute()
  },

  /** Takes over a running run that still has the given lease; returns whether it was taken. */
  async takeLease(db: Db, id: string, lease: string | null, mine: LeaseColumns): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable(runs)
      .set(mine)
      .where('id', '=', id)
      .where('lease', lease === null ? 'is' : '=', lease)
      .where('status', '=', 'running')
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  /** Releases a lease: the run waits for its user or for another process. */
  async releaseLease(db: Db, id: string, lease: string, status: 'running' | 'waiting'): Promise<void> {
    await heldRuns(db, runs, [id], lease).set({ status, lease: null, lease_until: null }).execute()
  },
})

/** Begins an update of those of the runs that a lease still holds. */
const heldRuns = (db: Db, runs: 'research_runs', ids: string[], lease: string) =>
  db.updateTable(runs).where('id', 'in', ids).where('lease', '=', lease).where('status', '=', 'running')

/** The queries about the end of runs. */
const endingQueries = <Table extends RunTable>(runs: 'research_runs') => ({
  /**
   * Ends a run that still has the given lease; returns whether it was ended. A run that has ended is never changed
   * again.
   */
  async end(db: Db, id: string, lease: string | null, change: UpdateObject<Tables, Table>): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable(runs)
      .set({ ...(change as UpdateObject<Tables, 'research_runs'>), lease: null, lease_until: null })
      .where('id', '=', id)
      .where('lease', lease === null ? 'is' : '=', lease)
      .where('status', 'in', OPEN_STATUSES)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  /** Returns whether a run has ended; null when there is none. */
  async hasEnded(db: Db, id: string): Promise<boolean | null> {
    const row = await db.selectFrom(runs).select('finished_at').where('id', '=', id).executeTakeFirst()
    return row ? row.finished_at !== null : null
  },

  /** Requests that the process working on a run cancels it; a run that has ended is left unchanged. */
  async requestCancel(db: Db, id: string): Promise<void> {
    await db
      .updateTable(runs)
      .set({ cancel_requested: 1 })
      .where('id', '=', id)
      .where('status', 'in', OPEN_STATUSES)
      .execute()
  },
})
