import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { countRows } from '../db/query-parts.ts'
import type { Db, Tables } from '../db/schema.ts'
import type { JobsTable } from '../db/schema-platform.ts'

/** A job, queued, running or ended. */
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

/** Inserts a job, or returns the id of the queued or running one with the same unique key. */
export async function insertOrFindJob(db: Db, row: NewJob): Promise<string> {
  const inserted = await db
    .insertInto('jobs')
    .values({ ...QUEUED_JOB, ...row })
    .onConflict((conflict) =>
      // Written as a literal instead of bound parameters: it has to match the predicate of the partial index.
      conflict.column('unique_key').where(sql<boolean>`state in ('queued', 'running')`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (inserted) return inserted.id
  const rival = await db
    .selectFrom('jobs')
    .select('id')
    .where('unique_key', '=', row.unique_key ?? null)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  // The rival ended between the two statements: the key is free again.
  return rival ? rival.id : insertOrFindJob(db, row)
}

/** Returns a job, ended or not; undefined when there is none. */
export function findJob(db: Db, id: string): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The lease under which a job is claimed, and what decides which jobs may be. Times are ISO 8601. */
interface LeaseRequest {
  lease: string
  lease_until: string
  now: string
  /** Latest plausible end of a lease, and latest plausible `run_at`; later times were written by a wrong clock. */
  longest_lease: string
  longest_wait: string
  /** The leases of this process, which it extends itself as soon as its clock is right. */
  own_leases: string[]
  /** Leases whose processes are certainly gone. */
  gone_leases: string[]
  lane: JobLane
}

/** A share of the queue with its own limits. */
export interface JobLane {
  /** Jobs of these names, or all but these. */
  names: { only: string[] } | { except: string[] }
  /** How many jobs of one owner run at once, over all processes. */
  max_per_owner: number
  /** Names of jobs of which each owner has one running at a time. */
  one_by_one: string[]
}

/** Returns the leases of all running jobs, a few per process. */
export async function listHeldLeases(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('jobs').select('lease').where('state', '=', 'running').execute()
  return rows.flatMap(({ lease }) => lease ?? [])
}

/**
 * Returns the owners of running jobs of a lane: all, those at their limit, and those with a job that runs one by one.
 */
async function loadBusyOwners(db: Db, lane: JobLane) {
  const rows = await filterByLane(db.selectFrom('jobs'), lane)
    .select(['owner_id', 'name'])
    .where('state', '=', 'running')
    .where('owner_id', 'is not', null)
    .execute()
  const jobsByOwner = Map.groupBy(rows, ({ owner_id }) => owner_id ?? '')
  const ownersWith = (condition: (jobs: typeof rows) => boolean) =>
    [...jobsByOwner].flatMap(([owner, jobs]) => (condition(jobs) ? owner : []))
  return {
    all: [...jobsByOwner.keys()],
    full: ownersWith((jobs) => jobs.length >= lane.max_per_owner),
    one_by_one: ownersWith((jobs) => jobs.some(({ name }) => lane.one_by_one.includes(name))),
  }
}

// Lists begin with '', which no row has: an empty list is not valid SQL.
const filterByLane = <Row>(jobs: SelectQueryBuilder<Tables, 'jobs', Row>, { names }: JobLane) =>
  'only' in names
    ? jobs.where('name', 'in', ['', ...names.only])
    : jobs.where('name', 'not in', ['', ...names.except])

/**
 * Claims the next job of a lane: an orphaned one, else one of an owner with none running, else one of an owner below
 * the limit; among those, the one that has been due the longest. Returns undefined when there is none to claim.
 */
export async function claimNextJob(
  db: Db,
  kind: 'sqlite' | 'postgres',
  lease: LeaseRequest,
): Promise<JobRow | undefined> {
  const orphaned = await claimFirst(db, kind, orphanedJobs(db, lease), lease)
  if (orphaned) return orphaned
  const owners = await loadBusyOwners(db, lease.lane)
  const claimExcept = (excluded: string[]) =>
    claimFirst(db, kind, dueJobs(db, lease, { excluded, one_by_one: owners.one_by_one }), lease)
  const claimed = await claimExcept(owners.all)
  // When every busy owner is at the limit, the second query would exclude the same owners.
  if (claimed || owners.all.length === owners.full.length) return claimed
  return claimExcept(owners.full)
}

/** Selects the ids of a lane's running jobs that no process works on any more, in the order of their leases' ends. */
const orphanedJobs = (db: Db, { now, longest_lease, own_leases, gone_leases, lane }: LeaseRequest) =>
  filterByLane(db.selectFrom('jobs').select('id'), lane)
    .where('state', '=', 'running')
    .where(({ or, eb }) => {
      const isNotOwn = or([eb('lease', 'is', null), eb('lease', 'not in', ['', ...own_leases])])
      return or([
        eb('lease_until', '<=', now),
        eb('lease_until', '>', longest_lease).and(isNotOwn),
        eb('lease', 'in', ['', ...gone_leases]),
      ])
    })
    .orderBy('lease_until')

/**
 * Selects the ids of a lane's queued jobs that are due, the longest due first.
 *
 * @param owners `excluded`: owners of whom no job is selected; `one_by_one`: owners of whom none is selected that runs
 *   one by one.
 */
const dueJobs = (
  db: Db,
  { now, longest_wait, lane }: LeaseRequest,
  owners: { excluded: string[]; one_by_one: string[] },
) =>
  filterByLane(db.selectFrom('jobs').select('id'), lane)
    .where('state', '=', 'queued')
    .where(({ or, eb }) => or([eb('run_at', '<=', now), eb('run_at', '>', longest_wait)]))
    .where(({ or, eb }) =>
      or([eb('owner_id', 'is', null), eb('owner_id', 'not in', ['', ...owners.excluded])]),
    )
    .where(({ or, eb }) =>
      or([
        eb('owner_id', 'is', null),
        eb('owner_id', 'not in', ['', ...owners.one_by_one]),
        eb('name', 'not in', ['', ...lane.one_by_one]),
      ]),
    )
    .orderBy('run_at')
    .orderBy('id')

/**
 * Claims the first candidate. Processes that claim at the same moment get different jobs: each skips rows that another
 * one has locked. Returns undefined without a candidate.
 */
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

/** Updates a job while the lease still holds it; returns whether it did. */
export async function updateHeldJob(db: Db, lease: string, change: Partial<JobRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set(change)
    .where('lease', '=', lease)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Extends leases that still hold a job. */
export async function extendLeases(db: Db, leases: string[], lease_until: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_until })
    .where('lease', 'in', leases)
    .where('state', '=', 'running')
    .execute()
}

/** Returns which of these leases still hold a job, and whether its cancellation was requested. */
export async function listHeldJobs(db: Db, leases: string[]) {
  const rows = await db
    .selectFrom('jobs')
    .select(['lease', 'cancel_requested'])
    .where('lease', 'in', leases)
    .where('state', '=', 'running')
    .execute()
  return rows.map(({ lease, cancel_requested }) => ({ id: lease ?? '', cancel_requested }))
}

/** Requeues every running job, at the start of the only process on an embedded database. */
export async function requeueRunning(db: Db): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'queued', lease: null, lease_until: null })
    .where('state', '=', 'running')
    .execute()
}

/**
 * Requests the cancellation of a job; an ended one stays as it is. A queued job is made to look orphaned, so that the
 * next poll claims it and ends it the way every job ends.
 */
export async function requestCancel(db: Db, id: string, now: string): Promise<void> {
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

/** Returns whether a job with this unique key is queued or running. */
export async function isKeyActive(db: Db, unique_key: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('unique_key', '=', unique_key)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Requeues a failed or cancelled job with all its attempts; returns whether there was one. Violates a unique index while
 * another job with the same key is active.
 */
export async function requeueEnded(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ ...QUEUED_JOB, run_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'cancelled'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns one page of jobs, newest first, with the total. */
export async function listJobs(
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

/** Returns the distinct times at which jobs of a name ended, except those in the future. */
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

/** Deletes jobs that ended before `before` and returns their ids. */
export async function removeJobsEndedBefore(db: Db, before: string): Promise<string[]> {
  const rows = await db.deleteFrom('jobs').where('finished_at', '<', before).returning('id').execute()
  return rows.map((row) => row.id)
}

/** Counts the queued, running and failed jobs. */
export async function countJobsByState(db: Db): Promise<Record<'queued' | 'running' | 'failed', number>> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('state', 'in', ['queued', 'running', 'failed'])
    .groupBy('state')
    .execute()
  const counts = Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
  return { queued: 0, running: 0, failed: 0, ...counts }
}

/** Returns the due time (ISO) of the queued job that has been due the longest; undefined when none is queued. */
export async function findOldestDueTime(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('run_at')
    .where('state', '=', 'queued')
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  return row?.run_at
}
