import { sql } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ResearchEventsTable } from '../../platform/db/schema-research.ts'

export async function append(db: Db, rows: ResearchEventsTable[]): Promise<void> {
  await insertMany(db, 'research_events', rows)
}

const eventQuery = (db: Db, run_id: string) =>
  db.selectFrom('research_events').select(['seq', 'event']).where('run_id', '=', run_id)

/** Returns at most `most` events of a run after a sequence number. */
export const listEventsAfter = (db: Db, run_id: string, seq: number, most: number) =>
  eventQuery(db, run_id).where('seq', '>', seq).orderBy('seq').limit(most).execute()

/** Returns the last event of a run. */
export const findLastEvent = (db: Db, run_id: string) =>
  eventQuery(db, run_id).orderBy('seq', 'desc').limit(1).executeTakeFirst()

export const listEvents = (db: Db, run_id: string) => eventQuery(db, run_id).orderBy('seq').execute()

/**
 * Deletes all but the last event of runs that ended before a time; a client that connects later loads the run instead.
 */
export async function pruneEvents(db: Db, before: string): Promise<void> {
  await sql`delete from research_events where exists (
    select 1 from research_runs r where r.id = research_events.run_id
    and r.finished_at < ${before} and research_events.seq < r.last_seq)`.execute(db)
}
