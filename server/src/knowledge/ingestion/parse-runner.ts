import {
  claimParse,
  type ParseRow,
  parseLeases,
  releaseParses,
  requeueParses,
} from '../../documents/parse-results/index.ts'
import { STOP_REASON } from '../../documents/parser/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
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

interface Options {
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

/** Number of unfinished long scans, per slot of parsing, next to which further files are started. */
const MAX_UNFINISHED_PER_SLOT = 4

/** Creates the loop that claims and runs the parses of this process. */
function createParseLoop({ ctx, lease_ms = LEASE_MS }: Options) {
  const running = new Map<string, { abort: AbortController; done: Promise<void> }>()
  const lookAfterLeases = createLeaseHolder(ctx.now, parseLeases(ctx), lease_ms)

  async function takeOne(): Promise<boolean> {
    const lease = takeLease(ctx.newId())
    const parse = await claimParse(ctx, {
      lease,
      leased_until: leaseUntil(ctx.now(), lease_ms),
      longest_lease: latestPlausible(ctx.now(), lease_ms + CLOCK_SKEW_MS),
      own: [...running.keys()],
    })
    if (parse) run(parse, lease)
    else releaseLease(lease)
    return parse !== null
  }

  function run(parse: ParseRow, lease: string): void {
    const abort = new AbortController()
    const done = runParse(ctx, parse, lease, abort.signal)
      // If even the failure could not be saved, the lease is released and the next look claims the parse again.
      .catch((error) =>
        ctx.log.error({ err: error, parse_id: parse.id }, 'how a parse ended could not be saved'),
      )
      .finally(() => {
        running.delete(lease)
        releaseLease(lease)
      })
    running.set(lease, { abort, done })
  }

  const hold = () =>
    lookAfterLeases(
      new Map(
        [...running].map(([lease, { abort }]) => {
          const end = () => abort.abort('lost')
          return [lease, { cancel: end, lose: end }]
        }),
      ),
    )

  const hasRoomOnDisk = async () => (await ctx.providers.uploads.free()) >= ctx.config.DISK_FREE_MB

  /**
   * Returns how many parses may run. Long scans are read in turns with other files, so more files are started next to
   * them.
   */
  const room = () => {
    const { width, unfinished } = ctx.providers.parsing
    return width + Math.min(unfinished(), MAX_UNFINISHED_PER_SLOT * width)
  }

  /** Claims waiting parses as far as there is room and returns their number. */
  async function look(): Promise<number> {
    await hold()
    if (!(await hasRoomOnDisk())) return 0
    let taken = 0
    while (running.size < room() && (await takeOne())) taken += 1
    return taken
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

  const settled = () => Promise.all([...running.values()].map((run) => run.done))
  return { look, handBack, settled, size: () => running.size }
}

/**
 * Creates the parse runner of this process. On SQLite, which has a single process, `start` first releases the parses
 * that an earlier process left.
 */
export function createParseRunner(options: Options): ParseRunner {
  const { ctx, kind, poll_ms = 500 } = options
  const runs = createParseLoop(options)
  let stopped = false
  const looking = createPoller({
    look: runs.look,
    every_ms: poll_ms,
    failed: (err, wait_ms) => ctx.log.error({ err, wait_ms }, 'the parse runner could not look for work'),
  })

  return {
    async drain() {
      while (!stopped && ((await runs.look()) > 0 || runs.size() > 0)) await runs.settled()
    },
    start() {
      const ready = kind === 'sqlite' ? releaseParses(ctx) : Promise.resolve()
      ready.then(looking.start, (error) => ctx.log.error({ err: error }, 'the parse runner did not start'))
    },
    async stop() {
      stopped = true
      await looking.stop()
      await runs.handBack()
    },
  }
}
