import type { BaseContext } from '../context/context.ts'
import { CLOCK_SKEW_MS, latestPlausible } from '../foundation/clock.ts'
import {
  createLeaseHolder,
  isLeaseHolderGone,
  LEASE_MS,
  latestLeaseEnd,
  leaseUntil,
  releaseLease,
  takeLease,
} from '../foundation/lease.ts'
import { createPoller } from '../foundation/poll.ts'
import * as jobs from './job.store.ts'
import type { Job } from './queue.ts'
import { CANCEL_REASON, MAX_PAUSE_MS, runAttempt, STOP_REASON } from './run-job.ts'
import { enqueueDue, type Schedule } from './schedule.ts'

interface RunnerOptions {
  ctx: BaseContext
  kind: 'sqlite' | 'postgres'
  jobs: Job[]
  schedules: Schedule[]
  /** How many jobs run at once in this process, besides short ones; one owner has half of them at most. */
  width?: number
  /** Pause between polls for work, ms. */
  poll_ms?: number
  /** How long a job stays with a process that has died, ms. */
  lease_ms?: number
  /** How long after the start only short jobs run, ms: the first requests go before the others. */
  warm_up_ms?: number
}

/** Number of jobs run at once, and the interval of polling the queue, when the caller states none. */
const DEFAULT_WIDTH = 4
const DEFAULT_POLL_MS = 250
const DEFAULT_WARM_UP_MS = 2_000

/** Runs the jobs of the queue in this process. */
export interface Runner {
  /** Polls for work and waits until all of it is done. For tests and tools. */
  drain: () => Promise<void>
  start: () => void
  /**
   * Takes no more work, hands background jobs back at once, gives the others `grace_ms` to end, then hands them back.
   * Resolves when all have ended; those that ignore their signal may go on.
   */
  stop: (grace_ms: number) => Promise<void>
}

/** Returns the leases of processes on this machine that are gone: their jobs are taken over without waiting. */
const listGoneLeases = async (ctx: BaseContext) =>
  (await jobs.listHeldLeases(ctx.db)).filter((lease) => isLeaseHolderGone(lease, false))

/** How long a job may still run after its signal was aborted because the process stops, ms. */
const ABORT_GRACE_MS = 2_000

/** How many short jobs run at once, in addition to the others. */
const SHORT_LANE_WIDTH = 2

/**
 * Creates the lanes: that of short jobs, so that these never wait for long ones, and that of all others. Jobs of unknown
 * names are in the latter.
 */
function createLanes(jobs: Job[], width: number) {
  const short = jobs.flatMap(({ name, is_short }) => (is_short ? name : []))
  const one_by_one = jobs.flatMap((job) => (job.one_by_one ? job.name : []))
  return [
    {
      ...{ is_short: true, names: { only: short }, one_by_one },
      ...{ width: SHORT_LANE_WIDTH, max_per_owner: SHORT_LANE_WIDTH },
    },
    {
      ...{ is_short: false, names: { except: short }, one_by_one },
      ...{ width, max_per_owner: Math.ceil(width / 2) },
    },
  ]
}

type RunnerLane = ReturnType<typeof createLanes>[number]

/** A job that runs in this process. */
interface JobRun {
  abort: AbortController
  done: Promise<void>
  attempts: number
  lane: RunnerLane
  is_background: boolean
}

const countInLane = (lane: RunnerLane, running: ReadonlyMap<string, JobRun>) =>
  [...running.values()].filter((run) => run.lane === lane).length

/**
 * Returns the end of a lease taken now, and the bounds beyond which a stored time is implausible.
 */
const leaseTerm = ({ now }: BaseContext, lease_ms: number) => ({
  lease_until: leaseUntil(now(), lease_ms),
  now: now().toISOString(),
  longest_lease: latestLeaseEnd(now(), lease_ms),
  longest_wait: latestPlausible(now(), MAX_PAUSE_MS + CLOCK_SKEW_MS),
})

/** Creates the runs of this process: it claims jobs, holds their leases and polls for cancellations. */
function createRuns(options: RunnerOptions) {
  const { ctx, kind, schedules, jobs: all, width = DEFAULT_WIDTH, lease_ms = LEASE_MS } = options
  const jobsByName = new Map(all.map((job) => [job.name, job]))
  const lanes = createLanes(all, width)
  /** The running jobs by their leases. */
  const running = new Map<string, JobRun>()
  const hasRoom = (lane: RunnerLane) => countInLane(lane, running) < lane.width
  const holdLeases = createLeaseHolder(
    ctx.now,
    {
      held: (leases) => jobs.listHeldJobs(ctx.db, leases),
      extend: (leases, until) => jobs.extendLeases(ctx.db, leases, until),
    },
    lease_ms,
  )

  /** Claims the next due job of a lane and begins it; returns whether there was one. */
  async function claimOne(lane: RunnerLane, gone_leases: string[]): Promise<boolean> {
    const lease = takeLease(ctx.newId())
    const request = { ...leaseTerm(ctx, lease_ms), lease, own_leases: [...running.keys()], gone_leases, lane }
    const row = await jobs.claimNextJob(ctx.db, kind, request)
    if (row) run(row, lease, lane)
    else releaseLease(lease)
    return row !== undefined
  }

  /** Begins a claimed job; its end removes it from `running`. */
  function run(row: jobs.JobRow, lease: string, lane: RunnerLane): void {
    const abort = new AbortController()
    const job = jobsByName.get(row.name)
    const done = runAttempt(ctx, { row, job, lease }, abort.signal)
      // When not even the failure can be recorded, the lease expires and a later poll claims the job again.
      .catch((error) => ctx.log.error({ err: error, job_id: row.id }, 'how a job ended could not be saved'))
      .finally(() => {
        running.delete(lease)
        releaseLease(lease)
      })
    const is_background = job?.is_background === true
    running.set(lease, { abort, done, attempts: row.attempts, lane, is_background })
  }

  /** Extends the leases of the running jobs, and aborts those that were cancelled or lost. */
  const holdRunning = () =>
    holdLeases(
      new Map(
        [...running].map(([lease, { abort }]) => [
          lease,
          { cancel: () => abort.abort(CANCEL_REASON), lose: () => abort.abort('lost') },
        ]),
      ),
    )

  /** One poll: claims due jobs, or due short ones, while there is room; returns how many. */
  async function poll(onlyShort = false): Promise<number> {
    await holdRunning()
    if (!onlyShort) await enqueueDue(ctx, schedules)
    const lanesWithRoom = lanes.filter((lane) => hasRoom(lane) && (lane.is_short || !onlyShort))
    const goneLeases = lanesWithRoom.length > 0 ? await listGoneLeases(ctx) : []
    let claimed = 0
    for (const lane of lanesWithRoom) while (hasRoom(lane) && (await claimOne(lane, goneLeases))) claimed += 1
    return claimed
  }

  return { poll, ...createEnds(ctx, running), count: () => running.size }
}

/** Creates what waits for the end of running jobs, or brings it about. */
function createEnds({ db }: BaseContext, running: ReadonlyMap<string, JobRun>) {
  /** Resolves when the jobs that run now have ended. */
  const settled = () => Promise.all([...running.values()].map((run) => run.done))
  return {
    settled,
    /** Resolves when the jobs that run now have ended, or after a time. */
    settledWithin: (ms: number) =>
      Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, ms).unref())]),
    /**
     * Requeues running jobs without counting the attempt, before aborting them, so that the abort is not recorded as a
     * failure.
     */
    async handBack(which: 'background' | 'all'): Promise<void> {
      for (const [lease, { abort, attempts, is_background }] of running) {
        if (which === 'background' && !is_background) continue
        const back = { state: 'queued', lease: null, lease_until: null, attempts: attempts - 1 } as const
        await jobs.updateHeldJob(db, lease, back)
        abort.abort(STOP_REASON)
      }
    },
  }
}

/** Creates the runner of the queue's jobs. On PostgreSQL several processes share one queue. */
export function createRunner(options: RunnerOptions): Runner {
  const { ctx, kind, poll_ms = DEFAULT_POLL_MS, warm_up_ms = DEFAULT_WARM_UP_MS } = options
  const runs = createRuns(options)
  let warmAt = 0
  const poller = createPoller({
    poll: () => runs.poll(performance.now() < warmAt),
    every_ms: poll_ms,
    failed: (err, wait_ms) => ctx.log.error({ err, wait_ms }, 'the job runner could not look for work'),
  })

  return {
    async drain() {
      while ((await runs.poll()) > 0 || runs.count() > 0) await runs.settled()
    },
    start() {
      warmAt = performance.now() + warm_up_ms
      const ready = kind === 'sqlite' ? jobs.requeueRunning(ctx.db) : Promise.resolve()
      ready.then(poller.start, (error) => ctx.log.error({ err: error }, 'the job runner did not start'))
    },
    async stop(grace_ms) {
      await poller.stop()
      await runs.handBack('background')
      await runs.settledWithin(grace_ms)
      await runs.handBack('all')
      await runs.settledWithin(ABORT_GRACE_MS)
    },
  }
}
