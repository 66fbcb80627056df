import { type BaseContext, type Context, transact } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import { createLeaseHolder, leaseUntil, releaseLease, takeLease } from '../foundation/lease.ts'
import { createEventLog, loadState } from './event-log.ts'
import { createLiveRuns } from './live-runs.ts'
import { createOrphanWatch, endRun } from './orphan-runs.ts'
import { createRemoteRuns } from './remote-runs.ts'
import { replayRun, type StoredFrames } from './replay.ts'
import type { RunEvent, RunKind, RunWork } from './run-kind.ts'
import { createSubscribers } from './subscribers.ts'

const POLL_INTERVAL_MS = 500
/** Every how many looks the leases of others are looked at, and followers are checked. */
const POLLS_PER_CHECK = { orphans: 20, followers: 4 }
const APPROVAL_TIMEOUT_MS = 5 * 60_000
const SHUTDOWN_STEP_MS = 2_000
const CANCEL_TIMEOUT_MS = 1_000

/** The runs of one kind that this process does, and who follows them. */
export type Runs<Event extends RunEvent, State> = ReturnType<typeof createRuns<Event, State>>

/** Begins to do runs; those of a process that is gone are gone on with, or ended, first. */
export async function startRuns<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  database: 'sqlite' | 'postgres',
): Promise<Runs<Event, State>> {
  const alone = database === 'sqlite'
  const runs = createRuns(ctx, kind, alone)
  await runs.lookAfterOrphans()
  return runs
}

function createRuns<Event extends RunEvent, State>(
  ctx: BaseContext,
  kind: RunKind<Event, State>,
  alone: boolean,
) {
  const { store } = kind
  const lease = takeLease(ctx.newId())
  const { live, find, begin } = createLiveRuns(ctx, kind)
  const log = createEventLog(ctx, kind, lease, (id) => live.get(id))
  const elsewhere = createRemoteRuns<StoredFrames<Event>>(ctx.notices)
  const subscribers = createSubscribers((all) => kind.admit(ctx, all))
  const pollCancellations = createLeaseHolder(ctx.now, {
    held: (ids) => store.held(ctx.db, ids, lease),
    extend: (ids, until) => store.extend(ctx.db, ids, lease, until),
  })
  const timer = pollRepeatedly(ctx, async (count) => {
    await pollCancellations(
      new Map([...live].map(([id, run]) => [id, { cancel: () => run.stop('cancelled'), lose: run.lose }])),
    )
    if (count % POLLS_PER_CHECK.orphans === 0 && !own.isStopping()) await goOnWithOrphans()
    if (count % POLLS_PER_CHECK.followers === 0) await subscribers.check()
  })
  const { mine, ...own } = runLease(ctx.now, lease)

  /** Goes on with a run whose row says that this process does it. */
  async function goOn(id: string): Promise<void> {
    if (!kind.resumption) return
    const from = await loadState(ctx, kind, id)
    begin(id, kind.resumption.work(ctx, id, from.state), log.note, from)
  }

  async function goOnWithOrphans(): Promise<void> {
    for (const id of await createOrphanWatch(ctx, kind, alone, mine)) await goOn(id)
  }

  return {
    /** What a new run's row says of who does it. */
    lease: mine,
    lookAfterOrphans: goOnWithOrphans,
    /** Does a run whose row is in place; it goes on whoever follows it. */
    begin: (id: string, work: RunWork<Event>) => begin(id, work, log.note),
    goOn,
    tellOf: elsewhere.tellOf,
    /** Its events after one, as `replay` has it. */
    replay: (ctx: Context, run: { id: string; about: string }, after: number) =>
      replayRun(ctx, { kind, find, elsewhere, subscribers }, run, after),
    /** What a run of any process has come to so far. */
    stateOf: (ctx: Pick<BaseContext, 'db'>, id: string) => loadState(ctx, kind, id),
    /** Stops a run, whichever process does it. */
    async cancel(ctx: Pick<BaseContext, 'db'>, id: string): Promise<void> {
      await store.requestCancel(ctx.db, id)
      find(id)?.stop('cancelled')
    },
    /** Ends a run as cancelled that no process does. */
    cancelParked: (ctx: BaseContext, id: string): Promise<boolean> =>
      transact(ctx, (ctx) => endRun(ctx, kind, { id, lease: null }, 'cancelled')),
    /** Waits for the end of a run of this process that was stopped, a second at most. */
    settled: async (id: string): Promise<void> => waitAtMost(find(id)?.over, CANCEL_TIMEOUT_MS),
    /** Resolves with what a person decides, here or through another process; no word in time means no. */
    approval: (id: string, step: string): Promise<boolean> =>
      waitForApproval(live.get(id), () => store.approval(ctx.db, id, step)),
    async stop(grace_ms: number): Promise<void> {
      own.stop()
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

/** What the rows of runs say of who does them. */
function runLease(now: () => Date, lease: string) {
  let isStopping = false
  return {
    /** @throws AppError `server.busy` once this process begins nothing any more. */
    mine(): { lease: string; lease_until: string } {
      if (isStopping) throw new AppError('server.busy')
      return { lease, lease_until: leaseUntil(now()) }
    },
    isStopping: () => isStopping,
    stop(): void {
      isStopping = true
    },
  }
}

/** Asks twice a second, as long as the run goes on. */
async function waitForApproval(
  run: { signal: AbortSignal } | undefined,
  ask: () => Promise<boolean | null>,
): Promise<boolean> {
  for (let left = APPROVAL_TIMEOUT_MS; left > 0 && run && !run.signal.aborted; left -= POLL_INTERVAL_MS) {
    const approved = await ask()
    if (approved !== null) return approved
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS).unref())
  }
  return false
}

async function waitAtMost(work: Promise<unknown> | undefined, milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, milliseconds)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

/** Does something twice a second, one at a time. */
function pollRepeatedly(ctx: BaseContext, look: (count: number) => Promise<void>) {
  let count = 0
  let isStopped = false
  let timer: NodeJS.Timeout
  const again = () => {
    timer = setTimeout(async () => {
      count += 1
      await look(count).catch((error) => ctx.log.error({ err: error }, 'the runs could not be looked after'))
      if (!isStopped) again()
    }, POLL_INTERVAL_MS).unref()
  }
  again()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
