import { readFact, writeFact } from '../../platform/db/installation.store.ts'
import { countRows, inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Returns the DOIs of papers of the library, in no particular order; papers without one are left out. */
export async function listDois(db: Db, paper_ids: readonly string[]): Promise<string[]> {
  const rows = await inBatches(paper_ids, (batch) =>
    db
      .selectFrom('papers')
      .select('doi')
      .where('id', 'in', batch)
      .where('doi', 'is not', null)
      .where('deleted_at', 'is', null)
      .execute(),
  )
  return rows.flatMap(({ doi }) => doi ?? [])
}

/**
 * Records that works were seen among those that people use; a new one counts as never asked about (`asked_at` is '').
 */
export async function recordSeen(db: Db, dois: readonly string[], seen_at: string): Promise<void> {
  await inBatches(dois, async (batch) => {
    await db
      .insertInto('watched_works')
      .values(batch.map((doi) => ({ doi, seen_at, asked_at: '' })))
      .onConflict((conflict) => conflict.column('doi').doUpdateSet({ seen_at }))
      .execute()
    return []
  })
}

/** Forgets the works that were last seen before a time. */
export async function removeUnseen(db: Db, before: string): Promise<void> {
  await db.deleteFrom('watched_works').where('seen_at', '<', before).execute()
}

/** Returns works about which no answer has come since a time, those first for which that is longest ago. */
export async function listDue(db: Db, since: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('watched_works')
    .select('doi')
    .where('asked_at', '<', since)
    .orderBy('asked_at')
    .orderBy('doi')
    .limit(limit)
    .execute()
  return rows.map(({ doi }) => doi)
}

/** Records that an answer has come about works. */
export async function recordAsked(db: Db, dois: readonly string[], asked_at: string): Promise<void> {
  await inBatches(dois, async (batch) => {
    await db.updateTable('watched_works').set({ asked_at }).where('doi', 'in', batch).execute()
    return []
  })
}

/** Counts the watched works: all, and those about which an answer has come since a time. */
export async function countWorks(db: Db, since: string): Promise<{ all: number; asked: number }> {
  const works = db.selectFrom('watched_works')
  return { all: await countRows(works), asked: await countRows(works.where('asked_at', '>=', since)) }
}

/** Deletes the notices about works whose ids begin with a prefix and are not among those that remain. */
export async function removeOthers(
  db: Db,
  { dois, prefix, remaining }: { dois: readonly string[]; prefix: string; remaining: ReadonlySet<string> },
): Promise<void> {
  const known = await inBatches(dois, (batch) =>
    db
      .selectFrom('retraction_notices')
      .select('id')
      .where('doi', 'in', batch)
      .where('id', '>=', prefix)
      .execute(),
  )
  const removed = known.map(({ id }) => id).filter((id) => id.startsWith(prefix) && !remaining.has(id))
  await inBatches(removed, async (batch) => {
    await db.deleteFrom('retraction_notices').where('id', 'in', batch).execute()
    return []
  })
}

/** How the last run ended; `seen_at` is when the works that people use were last listed. */
export interface WatchRun {
  seen_at: string | null
  ended_at: string | null
  /** Why it ended before it was through; null where it was. */
  fault: string | null
  /** Consecutive failed runs; 1 after a run that failed once answers had come. */
  faults: number
}

/** Keys of the facts about the installation in which the switch and the last run are stored. */
const KEYS = { switch: 'notice_watch', run: 'notice_watch_run' } as const

/** Returns whether the operator wants works to be watched; on by default. */
export const isWatching = async (db: Db): Promise<boolean> => (await readFact(db, KEYS.switch)) !== 'off'

export const setWatching = (db: Db, is_on: boolean): Promise<void> =>
  writeFact(db, KEYS.switch, is_on ? 'on' : 'off')

/** Returns how the last run ended; all null, without faults, before the first one. */
export async function findRun(db: Db): Promise<WatchRun> {
  const stored = await readFact(db, KEYS.run)
  return { seen_at: null, ended_at: null, fault: null, faults: 0, ...(stored && JSON.parse(stored)) }
}

export const saveRun = (db: Db, run: WatchRun): Promise<void> => writeFact(db, KEYS.run, JSON.stringify(run))
