import { sql } from 'kysely'
import { insertMany } from '../db/insert-many.ts'
import type { Db, Tables } from '../db/schema.ts'

/** The tables of events, each with the table of its runs. */
const RUNS_OF = { research_events: 'research_runs', manuscript_check_events: 'manuscript_checks' } as const

/** Creates the queries about the events of runs in a table. */
export function createRunEvents(table: keyof typeof RUNS_OF) {
  // The tables have the same columns.
  const events = table as 'research_events'
  const eventQuery = (db: Db, run_id: string) =>
    db.selectFrom(events).select(['seq', 'event']).where('run_id', '=', run_id)

  return {
    /** Stores events. */
    append: (db: Db, rows: Tables['research_events'][]): Promise<void> => insertMany(db, events, rows),

    /** Returns at most `limit` events of a run after a sequence number, in order. */
    listEventsAfter: (db: Db, run_id: string, seq: number, limit: number) =>
      eventQuery(db, run_id).where('seq', '>', seq).orderBy('seq').limit(limit).execute(),

    /** Returns the last event of a run. */
    findLastEvent: (db: Db, run_id: string) =>
      eventQuery(db, run_id).orderBy('seq', 'desc').limit(1).executeTakeFirst(),

    /** Returns all events of a run, in order. */
    listEvents: (db: Db, run_id: string) => eventQuery(db, run_id).orderBy('seq').execute(),

    /**
     * Deletes all but the last event of runs that ended before a time; a client that connects later loads the run
     * instead.
     */
    async pruneEvents(db: Db, before: string): Promise<void> {
      await sql`delete from ${sql.table(events)} where exists (
        select 1 from ${sql.table(RUNS_OF[table])} r where r.id = ${sql.ref(`${table}.run_id`)}
        and r.finished_at < ${before} and ${sql.ref(`${table}.seq`)} < r.last_seq)`.execute(db)
    },
  }
}
