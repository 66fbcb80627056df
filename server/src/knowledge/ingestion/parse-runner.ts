import {
  claimParse,
  type ParseRow,
  parseLeases,
  releaseParses,
  requeueParses,
} from '../../documents/parse-results/index.ts'
import { STOP_REASON } from '../../documents/parser/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { spaceLimits } from '../../platform/context/space-limits.ts'
import { CLOCK_SKEW_MS, latestPlausible } from '../../platform/foundation/clock.ts'
import {
  createLeaseHolder,
  LEASE_MS,
  leaseUntil,
  releaseLease,
  takeLease,
} from '../../platform/foundation/lease.ts'
import { createPoller } from '../../platform/foundation/poll.ts'
import { runParse } from './run-parse.ts'

interface ParseRunnerOptions {
  ctx: BaseContext
  kind: 'sqlite' | 'postgres'
  /** Polling interval in milliseconds. */
  poll_ms?: number
  /** Time in milliseconds that a parse stays assigned to a process that has died. */
  lease_ms?: number
}

/** Runs queued parses, taking turns between owners across all processes of the installation. */
export interface ParseRunner {
  /** Runs until no work is left and all of it is done; for tests and tools. */
  drain: () => Promise<void>
  start: () => void
  /** Stops taking work, aborts running parses and returns them to the queue. */
  stop: () => Promise<void>
}

/** Interval of polling for files to parse when the caller states none. */
const DEFAULT_POLL_MS = 500

/** Maximum number of files started next to unfinished long scans, per file parsed at once. */
const MAX_UNFINISHED_PER_SLOT = 4

/**
 * Returns how many parses may run. Long scans are read in turns with other files, so more files are started next to
 * them.
 */
function maxRunning({ providers }: BaseContext): number {
  const { width, unfinished } = providers.parsing
  return width + Math.min(unfinished(), MAX_UNFINISHED_PER_SLOT * width)
}

/** Returns whether as much disk space is free as has to stay free. */
const hasRoomOnDisk = async ({ providers, config }: BaseContext): Promise<boolean> =>
  (await providers.uploads.free()) >= spaceLimits(config).disk_free

/** Creates the functions that claim parses, run them in this process, and return them to the queue. */
function createParseLoop({ ctx, lease_ms = LEASE_MS }: ParseRunnerOptions) {
  /** The runs of this process by their leases. */
  const running = new Map<string, { abort: AbortController; done: Promise<void> }>()
  const holdLeases = createLeaseHolder(ctx.now, parseLeases(ctx), lease_ms)

  /** Claims the next parse and starts it; returns whether there was one. */
  async function claimOne(): Promise<boolean> {
    const lease = takeLease(ctx.newId())
    const parse = await claimParse(ctx, {
      lease,
      leased_until: leaseUntil(ctx.now(), lease_ms),
      longest_lease: latestPlausible(ctx.now(), lease_ms + CLOCK_SKEW_MS),
      own_leases: [...running.keys()],
    })
    if (parse) run(parse, lease)
    else releaseLease(lease)
    return parse !== null
  }

  /** Starts a parse; its end removes it from `running`. */
  function run(parse: ParseRow, lease: string): void {
    const abort = new AbortController()
    const done = runParse(ctx, parse, lease, abort.signal)
      // If even the failure could not be saved, the lease is released and a later poll claims the parse again.
      .catch((error) =>
        ctx.log.error({ err: error, parse_id: parse.id }, 'the end of a parse could not be saved'),
      )
      .finally(() => {
        running.delete(lease)
        releaseLease(lease)
      })
    running.set(lease, { abort, done })
  }

  /** Extends the leases of running parses, and aborts those that have lost theirs. */
  const extendLeases = () =>
    holdLeases(
      new Map(
        [...running].map(([lease, { abort }]) => {
          const stop = () => abort.abort('lost')
          return [lease, { cancel: stop, lose: stop }]
        }),
      ),
    )

  /** Claims queued parses as far as more may run and returns their number. */
  async function claimMore(): Promise<number> {
    await extendLeases()
    if (!(await hasRoomOnDisk(ctx))) return 0
    let claimed = 0
    while (running.size < maxRunning(ctx) && (await claimOne())) claimed += 1
    return claimed
  }

  /**
   * Returns running parses to the queue before aborting them, so that the abort cannot count as a failure or as an
   * attempt.
   */
  async function handBack(): Promise<void> {
    await requeueParses(ctx, [...running.keys()])
    for (const { abort } of running.values()) abort.abort(STOP_REASON)
    await settled()
  }

  /** Waits for the runs of this moment to end. */
  const settled = () => Promise.all([...running.values()].map((run) => run.done))
  return { claimMore, handBack, settled, runningCount: () => running.size }
}

/**
 * Creates the parse runner of this process. On SQLite, which has a single process, `start` first releases the parses
 * that an earlier process left.
 */
export function createParseRunner(options: ParseRunnerOptions): ParseRunner {
  const { ctx, kind, poll_ms = DEFAULT_POLL_MS } = options
  const loop = createParseLoop(options)
  let isStopped = false
  const poller = createPoller({
    poll: loop.claimMore,
    every_ms: poll_ms,
    failed: (err, wait_ms) => ctx.log.error({ err, wait_ms }, 'the parse runner could not look for work'),
  })

  return {
    async drain() {
      while (!isStopped && ((await loop.claimMore()) > 0 || loop.runningCount() > 0)) await loop.settled()
    },
    start() {
      const ready = kind === 'sqlite' ? releaseParses(ctx) : Promise.resolve()
      ready.then(poller.start, (error) => ctx.log.error({ err: error }, 'the parse runner did not start'))
    },
    async stop() {
      isStopped = true
      await poller.stop()
      await loop.handBack()
    },
  }
}
