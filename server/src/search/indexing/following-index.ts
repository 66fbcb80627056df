import { hasManifest, type IndexChange, SearchUnavailable } from '@scinav/search'
import type { BaseContext, FollowingIndex } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { applyFeed, type IndexFeed, type ReportProgress } from './feed.ts'

/** The operations of an index that a follower keeps up to date. */
export interface FollowedIndex {
  /** Applies changes; `more` says that others follow at once. */
  apply: (changes: IndexChange[], more: boolean) => Promise<void>
  /** Empties the index. */
  reset: () => Promise<void>
  save: () => Promise<void>
  /** Returns the number of records, and the number of the last change that the index has; 0 when it is empty. */
  state: () => { papers: number; change: number }
  close: () => Promise<void>
}

interface Options<Engine> extends Pick<BaseContext, 'log'> {
  /** What the log calls the indexed records, such as `papers`. */
  contents: string
  open: () => Promise<Engine>
  feed: IndexFeed
  /** Returns the approximate number of records in the database. */
  count: () => Promise<number>
  /** Folder of the index files; null keeps the index in memory. */
  folder: string | null
  /**
   * Interval in milliseconds at which the database is polled for changes of other processes; 0 polls at every use.
   */
  poll_ms: number
  /** Returns the last change of the database; queried at every use when a write must be searchable at once. */
  latest?: () => Promise<number>
  /** Set when several processes share the index: one of them feeds it, the others query its progress. */
  shared?: SharedIndexControl<Engine> | undefined
}

/** Control over an index that several processes share. */
export interface SharedIndexControl<Engine> {
  /** Returns whether this process currently feeds the index. */
  leads: () => Promise<boolean>
  /** Reads how far the index is. */
  refresh: () => Promise<void>
  /** Returns the last change of the database, which followers wait for briefly. */
  latest: () => Promise<number>
  /** Creates an empty engine next to the live one, which `activate` replaces by it. */
  createReplacement: () => Promise<{ engine: Engine; activate: () => Promise<void> }>
}

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
  options: Options<Engine>,
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

/** Creates the functions that apply to an index what it lacks. */
function createUpdater<Engine>(options: Options<Engine>, rebuildReason: () => string) {
  const { folder, feed, count } = options
  let progress: number | null = null

  /** Fills an empty index from the database; searches find only part of the records meanwhile. */
  async function build(
    target: FollowedIndex,
    total: number,
    report?: (progress: number) => Promise<void>,
  ): Promise<void> {
    progress = 0
    try {
      await applyFeed(feed, target, async (done) => {
        progress = Math.min(1, done / Math.max(1, total))
        await report?.(progress)
      })
    } finally {
      progress = null
    }
  }

  return {
    build,
    /** Returns which part of the records is indexed, 0–1; null while no index is built. */
    progress: () => progress,
    /** Applies the changes; an empty index that is kept in files is built, which the log says. */
    async update(target: FollowedIndex): Promise<void> {
      const total = folder !== null && target.state().change === 0 ? await count() : 0
      if (total === 0) return applyFeed(feed, target)
      await logRebuild(options, rebuildReason(), target, () => build(target, total))
    },
  }
}

/** Creates access to an engine that is opened on first use. */
function createLazyEngine<Engine extends FollowedIndex>({ log, contents, folder, open }: Options<Engine>) {
  /** Undefined again after the engine could not be opened, so that the next use tries again. */
  let opened: Promise<Engine> | undefined
  let rebuildReason = ''
  return {
    /** Returns the engine; throws AppError `search.unavailable` or `search.not_ready` when it cannot be opened. */
    get(): Promise<Engine> {
      if (!opened) rebuildReason = findRebuildReason(folder)
      opened ??= open().catch((error) => {
        log.error({ err: error, of: contents }, 'the index could not be opened')
        opened = undefined
        throw new AppError(error instanceof SearchUnavailable ? 'search.unavailable' : 'search.not_ready')
      })
      return opened
    },
    /** Returns why the index is empty, if it turned out to be so when it was opened. */
    rebuildReason: () => rebuildReason,
    async close(): Promise<void> {
      await (await opened?.catch(() => undefined))?.close()
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

/** Interval in milliseconds, and number of times, that a follower polls for the progress of the feeding process. */
const LEADER_POLL_INTERVAL_MS = 250
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

/**
 * Creates a queue that runs each piece of work after those that were added before, whether these succeed or not;
 * `running` returns a promise for the end of the last one, undefined when the queue is empty.
 */
function createSerialQueue() {
  let running: Promise<void> | undefined
  return {
    running: () => running,
    afterOthers(work: () => Promise<void>): Promise<void> {
      const next = (running ?? Promise.resolve()).then(work)
      const settled = next
        .catch(() => {})
        .finally(() => {
          if (running === settled) running = undefined
        })
      running = settled
      return next
    },
  }
}

/** Runs a rebuild, which may take long, and logs its reason and duration. */
async function logRebuild(
  { log, contents }: { log: BaseContext['log']; contents: string },
  reason: string,
  target: FollowedIndex,
  work: () => Promise<void>,
): Promise<void> {
  log.warn({ why: reason, of: contents }, 'the search index is being built anew from the database')
  const began = performance.now()
  await work()
  const seconds = Math.round((performance.now() - began) / 100) / 10
  log.info({ why: reason, seconds, [contents]: target.state().papers }, 'the search index was built anew')
}

/** Returns the reason why an index that turns out to be empty has to be built. */
const findRebuildReason = (folder: string | null): string =>
  folder && hasManifest(folder) ? 'its files are damaged or of another version' : 'there is none yet'

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
