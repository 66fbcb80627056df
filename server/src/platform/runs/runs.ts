import { type BaseContext, type Context, transact } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import { createLeaseHolder, leaseUntil, releaseLease, takeLease } from '../foundation/lease.ts'
import { createEventLog, loadState } from './event-log.ts'
import type { LiveRun } from './live-run.ts'
import { createLiveRuns } from './live-runs.ts'
import { endRun, takeOverOrphans } from './orphaned-runs.ts'
import { createRemoteRuns } from './remote-runs.ts'
import { replayRun, type StoredFrames } from './replay.ts'
import type { RunEvent, RunKind, RunWork } from './run-kind.ts'
import { admitFollowers, createSubscribers } from './subscribers.ts'

/** How often cancellations, leases and approvals are polled. */
const POLL_INTERVAL_MS = 500
/** Number of polls between checks of other processes' leases and of the followers' rights. */
const POLLS_PER_CHECK = { orphans: 20, followers: 4 }
/** How long a run waits for a person's decision on one of its steps, ms. */
const APPROVAL_TIMEOUT_MS = 5 * 60_000
/** How long the runs that a shutdown stopped may take to store their end, ms. */
const SHUTDOWN_STEP_MS = 2_000
/** How long a caller waits for the end of a run that was cancelled, ms. */
const CANCEL_TIMEOUT_MS = 1_000

/** The runs of one kind in this process, and their followers. */
export type Runs<Event extends RunEvent, State> = ReturnType<typeof createRuns<Event, State>>

/** Starts the runs of a kind: first resumes, or ends, those whose process is gone. */
export async function startRuns<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  database: 'sqlite' | 'postgres',
): Promise<Runs<Event, State>> {
  const runs = createRuns(ctx, kind, database === 'sqlite')
  await runs.resumeOrphans()
  return runs
}

/**
 * Creates the place where each process keeps its runs of a kind, by its configuration; tests run several processes in
 * one.
 *
 * @param name what error messages call the runs.
 */
export function createRunRegistry<ProcessRuns extends object>(name: string) {
  const runsByConfig = new WeakMap<object, ProcessRuns>()
  return {
    /** Keeps the runs of the process that a context belongs to, and returns them. */
    add(ctx: Pick<BaseContext, 'config'>, runs: ProcessRuns): ProcessRuns {
      runsByConfig.set(ctx.config, runs)
      return runs
    },
    /**
     * Returns the runs of the process that a context belongs to.
     *
     * @throws Error when they were not started.
     */
    of(ctx: Pick<BaseContext, 'config'>): ProcessRuns {
      const runs = runsByConfig.get(ctx.config)
      if (!runs) throw new Error(`the ${name} of this process were not started`)
      return runs
    },
  }
}

/**
 * Creates the runs of a kind, and begins to poll for their cancellation, leases and followers.
 *
 * @param isAlone whether no other process can have this database open.
 */
function createRuns<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  isAlone: boolean,
) {
  const { store } = kind
  const lease = takeLease(ctx.newId())
  const { live, find, begin } = createLiveRuns(ctx, kind)
  const log = createEventLog(ctx, kind, lease, (id) => live.get(id))
  const remote = createRemoteRuns<StoredFrames<Event>>(ctx.notices)
  const subscribers = createSubscribers((followers) => admitFollowers(ctx, kind, followers))
  const gate = createRunGate(ctx.now, lease)
  const holdLeases = createRunLeaseHolder(ctx, store, lease)
  const timer = pollRepeatedly(ctx, async (count) => {
    await holdLeases(live)
    if (count % POLLS_PER_CHECK.orphans === 0 && !gate.isClosed()) await resumeOrphans()
    if (count % POLLS_PER_CHECK.followers === 0) await subscribers.check()
  })

  /** Resumes a run whose row has the lease of this process; does nothing for kinds that cannot be resumed. */
  async function resumeRun(id: string): Promise<void> {
    if (!kind.resumption) return
    const from = await loadState(ctx, kind, id)
    begin(id, kind.resumption.work(ctx, id, from.state), log.note, from)
  }

  /** Takes over runs that no process does any more, or ends them. */
  async function resumeOrphans(): Promise<void> {
    for (const id of await takeOverOrphans(ctx, kind, isAlone, gate.newLease)) await resumeRun(id)
  }

  return {
    /**
     * Returns the lease columns for the row of a new run.
     *
     * @throws AppError `server.busy` once this process begins no more runs.
     */
    lease: gate.newLease,
    resumeOrphans,
    /** Begins a run whose row exists; it continues whether or not anybody follows it. */
    begin: (id: string, work: RunWork<Event>) => begin(id, work, log.note),
    resumeRun,
    /** Wakes the followers of a run that no process does after its row has changed. */
    notifyFollowers: remote.notifyFollowers,
    /** Streams the events whose number is above `after`, see `replayRun`. */
    replay: (ctx: Context, run: { id: string; subject_id: string }, after: number) =>
      replayRun(ctx, { kind, find, remote, subscribers }, run, after),
    /** Returns the present state of a run of any process. */
    loadState: (ctx: Pick<BaseContext, 'db'>, id: string) => loadState(ctx, kind, id),
    /** Stops a run, whichever process does it. */
    async cancel(ctx: Pick<BaseContext, 'db'>, id: string): Promise<void> {
      await store.requestCancel(ctx.db, id)
      find(id)?.stop('cancelled')
    },
    /** Ends a run that no process does as cancelled. */
    cancelParked: (ctx: BaseContext, id: string): Promise<boolean> =>
      transact(ctx, (ctx) => endRun(ctx, kind, { id, lease: null }, 'cancelled')),
    /** Waits for the end of a stopped run of this process, a second at most. */
    waitUntilEnded: async (id: string): Promise<void> => waitAtMost(find(id)?.over, CANCEL_TIMEOUT_MS),
    /**
     * Resolves with a person's decision, made here or through another process; false when none comes within five
     * minutes.
     */
    approval: (id: string, step: string): Promise<boolean> =>
      waitForApproval(live.get(id), () => store.approval(ctx.db, id, step)),
    /** Begins no more runs, gives the others `grace_ms` to end, then stops them; those that can be resumed are released. */
    async stop(grace_ms: number): Promise<void> {
      gate.close()
      const over = () => Promise.all([...live.values()].map((run) => run.over))
      await waitAtMost(over(), grace_ms)
      for (const run of live.values()) run.stop('stopping')
      await waitAtMost(over(), SHUTDOWN_STEP_MS)
      timer.stop()
      log.close()
      releaseLease(lease)
    },
  }
}

/** Creates a function to call repeatedly that extends the leases of runs, and stops those cancelled or taken over. */
function createRunLeaseHolder<Event extends RunEvent, State>(
  ctx: BaseContext,
  { held, extend }: RunKind<Event, State>['store'],
  lease: string,
) {
  const hold = createLeaseHolder(ctx.now, {
    held: (ids) => held(ctx.db, ids, lease),
    extend: (ids, until) => extend(ctx.db, ids, lease, until),
  })
  return (live: ReadonlyMap<string, LiveRun<Event, State>>) =>
    hold(new Map([...live].map(([id, run]) => [id, { cancel: () => run.stop('cancelled'), lose: run.lose }])))
}

/** Creates the gate through which every run of this process passes: no run gets a lease once it is closed. */
function createRunGate(now: () => Date, lease: string) {
  let isClosed = false
  return {
    /**
     * Returns the lease columns for a run that begins or is taken over now.
     *
     * @throws AppError `server.busy` when the gate is closed.
     */
    newLease(): { lease: string; lease_until: string } {
      if (isClosed) throw new AppError('server.busy')
      return { lease, lease_until: leaseUntil(now()) }
    },
    isClosed: () => isClosed,
    close(): void {
      isClosed = true
    },
  }
}

/** Polls twice a second for as long as the run continues; returns false when nobody decides in time. */
async function waitForApproval(
  run: { signal: AbortSignal } | undefined,
  readApproval: () => Promise<boolean | null>,
): Promise<boolean> {
  let remaining_ms = APPROVAL_TIMEOUT_MS
  for (; remaining_ms > 0 && run && !run.signal.aborted; remaining_ms -= POLL_INTERVAL_MS) {
    const approved = await readApproval()
    if (approved !== null) return approved
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS).unref())
  }
  return false
}

/** Resolves when the work has settled, or after a time. */
async function waitAtMost(work: Promise<unknown> | undefined, limit_ms: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, limit_ms)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

/** Runs `poll` every half second, one at a time, with the number of the poll from 1. */
function pollRepeatedly(ctx: BaseContext, poll: (count: number) => Promise<void>) {
  let count = 0
  let isStopped = false
  let timer: NodeJS.Timeout
  const scheduleNext = () => {
    timer = setTimeout(async () => {
      count += 1
      await poll(count).catch((error) => ctx.log.error({ err: error }, 'the runs could not be looked after'))
      if (!isStopped) scheduleNext()
    }, POLL_INTERVAL_MS).unref()
  }
  scheduleNext()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
