import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { countRows } from '../db/query-parts.ts'
import type { Db, JobsTable, Tables } from '../db/schema.ts'

export type JobRow = Selectable<JobsTable>

type NewJob = Pick<
  Insertable<JobsTable>,
  'id' | 'name' | 'title' | 'payload' | 'owner_id' | 'unique_key' | 'run_at' | 'created_at'
>

const QUEUED_JOB = {
  state: 'queued' as const,
  progress: 0,
  note: null,
  error: null,
  attempts: 0,
  failures: 0,
  lease: null,
  lease_until: null,
  cancel_requested: 0 as const,
  finished_at: null,
}

/** Adds a job, or answers the id of the waiting or running one with the same unique key. */
export async function insertOrJoin(db: Db, row: NewJob): Promise<string> {
  const inserted = await db
    .insertInto('jobs')
    .values({ ...QUEUED_JOB, ...row })
    .onConflict((conflict) =>
      // Written out, not bound: it has to read like the partial index.
      conflict.column('unique_key').where(sql<boolean>`state in ('queued', 'running')`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (inserted) return inserted.id
  const there = await db
    .selectFrom('jobs')
    .select('id')
    .where('unique_key', '=', row.unique_key ?? null)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  // The rival ended between the two statements: the key is free again.
  return there ? there.id : insertOrJoin(db, row)
}

export function byId(db: Db, id: string): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

interface LeaseRequest {
  lease: string
  lease_until: string
  now: string
  /** No lease runs longer, and no job waits longer: what says so was written by a wrong clock. */
  longest_lease: string
  longest_wait: string
  /** What this process runs: it lengthens these leases itself as soon as its clock is right. */
  own: string[]
  /** Leases whose processes are certainly gone. */
  gone: string[]
  lane: JobLane
}

/** Which jobs are looked for. */
export interface JobLane {
  /** Jobs of these names, or all but these. */
  names: { only: string[] } | { except: string[] }
  /** How many jobs of one owner run at once in all processes. */
  max_per_owner: number
  /** Names of jobs of which one owner has one running at a time. */
  one_by_one: string[]
}

/** Which leases hold a job; a handful. */
export async function listHeldLeases(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('jobs').select('lease').where('state', '=', 'running').execute()
  return rows.flatMap(({ lease }) => lease ?? [])
}

/** Owners of what runs in a lane: of all of it, as many as may be, and of jobs that run one by one. */
async function busyOwners(db: Db, lane: JobLane) {
  const rows = await filterByLane(db.selectFrom('jobs'), lane)
    .select(['owner_id', 'name'])
    .where('state', '=', 'running')
    .where('owner_id', 'is not', null)
    .execute()
  const byOwner = Map.groupBy(rows, ({ owner_id }) => owner_id ?? '')
  const ownersOf = (isWanted: (own: typeof rows) => boolean) =>
    [...byOwner].flatMap(([owner, own]) => (isWanted(own) ? owner : []))
  return {
    all: [...byOwner.keys()],
    full: ownersOf((own) => own.length >= lane.max_per_owner),
    one_by_one: ownersOf((own) => own.some(({ name }) => lane.one_by_one.includes(name))),
  }
}

// An empty list is no SQL.
const filterByLane = <Row>(jobs: SelectQueryBuilder<Tables, 'jobs', Row>, { names }: JobLane) =>
  'only' in names
    ? jobs.where('name', 'in', ['', ...names.only])
    : jobs.where('name', 'not in', ['', ...names.except])

/**
 * Takes the next job of a lane: one held by a run that has died, else one of an owner who has none running, else one of
 * an owner who may have more; of those the one that is due the longest.
 */
export async function claimNext(
  db: Db,
  kind: 'sqlite' | 'postgres',
  lease: LeaseRequest,
): Promise<JobRow | undefined> {
  const { now, longest_lease, longest_wait, own, gone, lane } = lease
  const jobs = filterByLane(db.selectFrom('jobs').select('id'), lane)
  const orphan = jobs
    .where('state', '=', 'running')
    .where(({ or, eb }) => {
      const notOwn = or([eb('lease', 'is', null), eb('lease', 'not in', ['', ...own])])
      return or([
        eb('lease_until', '<=', now),
        eb('lease_until', '>', longest_lease).and(notOwn),
        eb('lease', 'in', ['', ...gone]),
      ])
    })
    .orderBy('lease_until')
  const taken = await claimFirst(db, kind, orphan, lease)
  if (taken) return taken
  const owners = await busyOwners(db, lane)
  const due = (but: string[]) =>
    jobs
      .where('state', '=', 'queued')
      .where(({ or, eb }) => or([eb('run_at', '<=', now), eb('run_at', '>', longest_wait)]))
      .where(({ or, eb }) => or([eb('owner_id', 'is', null), eb('owner_id', 'not in', ['', ...but])]))
      .where(({ or, eb }) =>
        or([
          eb('owner_id', 'is', null),
          eb('owner_id', 'not in', ['', ...owners.one_by_one]),
          eb('name', 'not in', ['', ...lane.one_by_one]),
        ]),
      )
      .orderBy('run_at')
      .orderBy('id')
  const first = await claimFirst(db, kind, due(owners.all), lease)
  if (first || owners.all.length === owners.full.length) return first
  return claimFirst(db, kind, due(owners.full), lease)
}

/** Processes that look at the same moment take different jobs: each skips what another is taking. */
function claimFirst(
  db: Db,
  kind: 'sqlite' | 'postgres',
  candidates: SelectQueryBuilder<Tables, 'jobs', { id: string }>,
  { lease, lease_until }: LeaseRequest,
): Promise<JobRow | undefined> {
  const first = candidates.limit(1)
  return db
    .updateTable('jobs')
    .set((job) => ({ state: 'running', lease, lease_until, attempts: job('attempts', '+', 1) }))
    .where('id', '=', kind === 'postgres' ? first.forUpdate().skipLocked() : first)
    .returningAll()
    .executeTakeFirst()
}

/** Changes a job as long as the run still holds it; answers whether it did. */
export async function updateIfHeld(db: Db, lease: string, change: Partial<JobRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set(change)
    .where('lease', '=', lease)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lengthens leases. */
export async function extendLeases(db: Db, leases: string[], lease_until: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_until })
    .where('lease', 'in', leases)
    .where('state', '=', 'running')
    .execute()
}

/** Which of these leases still hold a job, and whether somebody wants it stopped. */
export async function findHeld(db: Db, leases: string[]) {
  const rows = await db
    .selectFrom('jobs')
    .select(['lease', 'cancel_requested'])
    .where('lease', 'in', leases)
    .where('state', '=', 'running')
    .execute()
  return rows.map(({ lease, cancel_requested }) => ({ id: lease ?? '', cancel_requested }))
}

/** Puts every running job back: for the start of the only process on an embedded database. */
export async function releaseAll(db: Db): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'queued', lease: null, lease_until: null })
    .where('state', '=', 'running')
    .execute()
}

/**
 * Asks a job to stop; an ended one stays as it is. A waiting one looks like one whose process has died, so that the next
 * look for work ends it, as every job ends.
 */
export async function cancel(db: Db, id: string, now: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'running', lease: null, lease_until: now, cancel_requested: 1 })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
  await db
    .updateTable('jobs')
    .set({ cancel_requested: 1 })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Queues an ended job again with all its attempts; answers whether there was one. */
export async function retry(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ ...QUEUED_JOB, run_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'cancelled'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function findPage(
  db: Db,
  filter: { state?: JobRow['state'] | undefined; page_num: number; page_size: number },
) {
  const matching = db
    .selectFrom('jobs')
    .$if(filter.state !== undefined, (query) => query.where('state', '=', filter.state as JobRow['state']))
  const list = await matching
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size)
    .execute()
  const total = await countRows(matching)
  return { list, total }
}

/** When the jobs of a name ended, of those that are not from the future; each once. */
export async function listEndTimes(db: Db, name: string, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('finished_at')
    .distinct()
    .where('name', '=', name)
    .where('finished_at', '<=', now)
    .execute()
  return rows.flatMap(({ finished_at }) => finished_at ?? [])
}

/** Forgets jobs that ended before `before`, and answers their ids. */
export async function removeEnded(db: Db, before: string): Promise<string[]> {
  const rows = await db.deleteFrom('jobs').where('finished_at', '<', before).returning('id').execute()
  return rows.map((row) => row.id)
}

/** How many jobs do not end well or have not ended, by state. */
export async function countByState(db: Db): Promise<Record<'queued' | 'running' | 'failed', number>> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('state', 'in', ['queued', 'running', 'failed'])
    .groupBy('state')
    .execute()
  const counted = Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
  return { queued: 0, running: 0, failed: 0, ...counted }
}

/** When the queued job was due that is due the longest. */
export async function findOldestDue(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('run_at')
    .where('state', '=', 'queued')
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  return row?.run_at
}
