import type { FollowingIndex } from '../../platform/context/context.ts'
import { applyFeed, type IndexFeed, type ReportProgress } from './feed.ts'
import type { FollowedIndex, FollowingOptions, SharedIndexControl } from './followed-index.ts'
import { createUpdater, logRebuild } from './index-updater.ts'
import { createLazyEngine } from './lazy-engine.ts'
import { createSerialQueue } from './serial-queue.ts'

/** Maximum wait for the first run, in milliseconds; afterwards searches use what the index has. */
const FIRST_WAIT_MS = 3_000
/** Maximum wait for changes of other processes, in milliseconds; a larger backlog is not awaited. */
const CATCH_UP_WAIT_MS = 500

/**
 * Creates an index that follows the database: it is opened on first use, brought up to date then and every `poll_ms`,
 * and only one update or rebuild runs at a time. An update that fails is logged or rejects for its callers; the next
 * one goes on where the index is.
 */
export function createFollowingIndex<Engine extends FollowedIndex>(
  options: FollowingOptions<Engine>,
): FollowingIndex<Engine> {
  const { log, contents, poll_ms, feed, count, latest, shared } = options
  const lazyEngine = createLazyEngine(options)
  const { afterOthers, running } = createSerialQueue()
  /** The update that has not begun yet, which further callers share. */
  let queuedRun: Promise<void> | undefined
  /** The first update, whose failure is logged and does not reject. */
  let firstRun: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const updater = createUpdater(options, lazyEngine.rebuildReason)

  /**
   * Brings the index up to date. A run in progress may have missed the latest write, so another run follows it; one
   * such run serves all concurrent callers.
   */
  function catchUp(): Promise<void> {
    queuedRun ??= afterOthers(async () => {
      queuedRun = undefined
      const target = await lazyEngine.get()
      if (shared) {
        const leads = await shared.leads()
        // Another process may have rebuilt the index; from then on the new one is fed.
        await shared.refresh()
        if (!leads) return waitForLeader(shared, target)
      }
      await updater.update(target)
    })
    return queuedRun
  }

  /** Begins to follow the database, once; resolves when the first update has ended. */
  function start(): Promise<void> {
    firstRun ??= catchUp().catch((error) =>
      log.error({ err: error, of: contents }, 'the index could not follow the database'),
    )
    if (poll_ms > 0)
      timer ??= setInterval(() => {
        if (!running()) void catchUp().catch(() => {})
      }, poll_ms).unref()
    return firstRun
  }

  return {
    async current() {
      if (poll_ms === 0) await catchUp()
      else await Promise.race([start(), sleep(FIRST_WAIT_MS)])
      const target = await lazyEngine.get()
      if (poll_ms > 0 && latest && (await latest()) > target.state().change)
        await Promise.race([catchUp().catch(() => {}), sleep(CATCH_UP_WAIT_MS)])
      return target
    },
    catchUp,
    async rebuild(report) {
      const [target, total] = [await lazyEngine.get(), await count()]
      const progress = (done: number) => report(Math.min(1, done / Math.max(1, total)))
      const work = async () => {
        if (shared) return rebuildAsReplacement(shared, feed, progress)
        await target.reset()
        await updater.build(target, total, report)
        await target.save()
      }
      await afterOthers(() => logRebuild(options, 'an operator asked for it', target, work))
    },
    buildProgress: updater.progress,
    async close() {
      clearInterval(timer)
      await running()
      await lazyEngine.close()
    },
  }
}

/** Builds a replacement while the old index keeps serving, and switches to it when it is complete. */
async function rebuildAsReplacement<Engine extends FollowedIndex>(
  { createReplacement, refresh }: SharedIndexControl<Engine>,
  feed: IndexFeed,
  report: ReportProgress,
): Promise<void> {
  const { engine, activate } = await createReplacement()
  await applyFeed(feed, engine, report)
  await activate()
  await refresh()
}

/** Interval at which a follower polls for the progress of the feeding process. */
const LEADER_POLL_INTERVAL_MS = 250
/** Maximum number of these polls. */
const MAX_LEADER_POLLS = 4

/** Waits briefly until the feeding process has caught up, so that a user finds what was just written. */
async function waitForLeader<Engine extends FollowedIndex>(
  { refresh, latest }: SharedIndexControl<Engine>,
  target: Engine,
): Promise<void> {
  const last = await latest()
  for (let polls = 0; polls < MAX_LEADER_POLLS && target.state().change < last; polls += 1) {
    await sleep(LEADER_POLL_INTERVAL_MS)
    await refresh()
  }
}

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
