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
  /** How often to look for work, ms. */
  poll_ms?: number
  /** How long a parse stays with a process that has died, ms. */
  lease_ms?: number
}

/** Parses what waits, owners in turns, over all processes of the installation. */
export interface ParseRunner {
  /** Looks for work until there is none, and waits until all of it is done. For tests and tools. */
  drain: () => Promise<void>
  start: () => void
  /** Takes no more work, ends what runs and hands it back. */
  stop: () => Promise<void>
}

/** Long scans that have their turns beside each other, for each file that is read at once. */
const MAX_UNFINISHED_PER_SLOT = 4

/** The parses of this process. */
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
      // Where not even the failure could be written down, nobody has the parse, and the next look takes it over.
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

  /** A long scan is read in turns with other files, which are begun beside it for that. */
  const room = () => {
    const { width, unfinished } = ctx.providers.parsing
    return width + Math.min(unfinished(), MAX_UNFINISHED_PER_SLOT * width)
  }

  /** Takes what waits, as far as there is room; answers how many parses that were. */
  async function look(): Promise<number> {
    await hold()
    if (!(await hasRoomOnDisk())) return 0
    let taken = 0
    while (running.size < room() && (await takeOne())) taken += 1
    return taken
  }

  /** Before its run hears of it, so that the run cannot call this a failure; the attempt does not count. */
  async function handBack(): Promise<void> {
    await requeueParses(ctx, [...running.keys()])
    for (const { abort } of running.values()) abort.abort(STOP_REASON)
    await settled()
  }

  const settled = () => Promise.all([...running.values()].map((run) => run.done))
  return { look, handBack, settled, size: () => running.size }
}

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
