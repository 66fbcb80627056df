import { hasManifest, type IndexChange, SearchUnavailable } from '@scinav/search'
import type { BaseContext, FollowingIndex } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { applyFeed, type IndexFeed, type ReportProgress } from './feed.ts'

/** What an index can do that is brought up to date by its follower. */
export interface FollowedIndex {
  apply: (changes: IndexChange[], more: boolean) => Promise<void>
  reset: () => Promise<void>
  save: () => Promise<void>
  state: () => { papers: number; change: number }
  close: () => Promise<void>
}

interface Options<Engine> extends Pick<BaseContext, 'log'> {
  /** What is in it, as the log says it: `papers`. */
  of: string
  open: () => Promise<Engine>
  feed: IndexFeed
  /** How many records the database has, about. */
  count: () => Promise<number>
  /** Where the index's files are; null keeps it in memory. */
  folder: string | null
  /** How often the database is asked for changes of other processes; 0: at every use. */
  poll_ms: number
  /** The last change of the database, asked for at every use where what it told must be found at once. */
  latest?: () => Promise<number>
  /** Where several processes share the index: one of them feeds it, the others hear how far it is. */
  shared?: SharedIndexControl<Engine> | undefined
}

export interface SharedIndexControl<Engine> {
  /** Whether this process feeds it now. */
  leads: () => Promise<boolean>
  /** Asks how far it is. */
  refresh: () => Promise<void>
  /** The last change of the database, which is waited for a moment. */
  latest: () => Promise<number>
  /** An empty engine beside the one that is asked, until it takes its place. */
  beside: () => Promise<{ engine: Engine; takePlace: () => Promise<void> }>
}

const FIRST_RETRY_MS = 3_000
/** What another process has changed is waited for so long; beside much more of it nobody waits. */
const CATCH_UP_WAIT_MS = 500

/** An index that follows the database. Nothing is opened before somebody asks. */
export function createFollowingIndex<Engine extends FollowedIndex>(
  options: Options<Engine>,
): FollowingIndex<Engine> {
  const { log, of, folder, poll_ms, feed, count, latest, shared } = options
  let opened: Promise<Engine> | undefined
  const { afterOthers, running } = createSerialQueue()
  let waiting: Promise<void> | undefined
  let first: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let why = ''

  function index(): Promise<Engine> {
    if (!opened) why = rebuildReason(folder)
    opened ??= options.open().catch((error) => {
      log.error({ err: error, of }, 'the index could not be opened')
      opened = undefined
      throw new AppError(error instanceof SearchUnavailable ? 'search.unavailable' : 'search.not_ready')
    })
    return opened
  }

  /** A run that has begun may have missed what was just written, so another follows; one serves all who ask meanwhile. */
  function catchUp(): Promise<void> {
    waiting ??= afterOthers(async () => {
      waiting = undefined
      const target = await index()
      if (shared) {
        const leads = await shared.leads()
        // Another process may have built the index again, which is fed from then on.
        await shared.refresh()
        if (!leads) return waitForLeader(shared, target)
      }
      const isNew = folder !== null && target.state().change === 0 && (await count()) > 0
      await (isNew
        ? logRebuild(options, why, target, () => applyFeed(feed, target))
        : applyFeed(feed, target))
    })
    return waiting
  }

  function start(): Promise<void> {
    first ??= catchUp().catch((error) =>
      log.error({ err: error, of }, 'the index could not follow the database'),
    )
    if (poll_ms > 0)
      timer ??= setInterval(() => {
        if (!running()) void catchUp().catch(() => {})
      }, poll_ms).unref()
    return first
  }

  return {
    async current() {
      if (poll_ms === 0) await catchUp()
      else await Promise.race([start(), sleep(FIRST_RETRY_MS)])
      const target = await index()
      if (poll_ms > 0 && latest && (await latest()) > target.state().change)
        await Promise.race([catchUp().catch(() => {}), sleep(CATCH_UP_WAIT_MS)])
      return target
    },
    catchUp,
    async rebuild(report) {
      const [target, total] = [await index(), await count()]
      const progress = (done: number) => report(Math.min(1, done / Math.max(1, total)))
      const work = () =>
        shared ? rebuildAsReplacement(shared, feed, progress) : rebuildInPlace(target, feed, progress)
      await afterOthers(() => logRebuild(options, 'an operator asked for it', target, work))
    },
    async close() {
      clearInterval(timer)
      await running()
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

async function rebuildInPlace(target: FollowedIndex, feed: IndexFeed, report: ReportProgress): Promise<void> {
  await target.reset()
  await applyFeed(feed, target, report)
  await target.save()
}

/** Builds beside what is asked meanwhile, and has it asked when it is as far. */
async function rebuildAsReplacement<Engine extends FollowedIndex>(
  { beside, refresh }: SharedIndexControl<Engine>,
  feed: IndexFeed,
  report: ReportProgress,
): Promise<void> {
  const { engine, takePlace } = await beside()
  await applyFeed(feed, engine, report)
  await takePlace()
  await refresh()
}

/** So often whoever waits for the process that feeds asks how far it is, and so many times. */
const LEADER_POLL_INTERVAL_MS = 250
const MAX_LEADER_POLLS = 4

/** Waits a moment for the process that feeds: who has written something looks for it. */
async function waitForLeader<Engine extends FollowedIndex>(
  { refresh, latest }: SharedIndexControl<Engine>,
  target: Engine,
): Promise<void> {
  const wanted = await latest()
  for (let asks = 0; asks < MAX_LEADER_POLLS && target.state().change < wanted; asks += 1) {
    await sleep(LEADER_POLL_INTERVAL_MS)
    await refresh()
  }
}

/** Runs work behind what was begun before. */
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

/** An index that begins with nothing takes long: the log says why it does, and how long it took. */
async function logRebuild(
  { log, of }: { log: BaseContext['log']; of: string },
  why: string,
  target: FollowedIndex,
  work: () => Promise<void>,
): Promise<void> {
  log.warn({ why, of }, 'the search index is being built anew from the database')
  const began = performance.now()
  await work()
  const seconds = Math.round((performance.now() - began) / 100) / 10
  log.info({ why, seconds, [of]: target.state().papers }, 'the search index was built anew')
}

/** Why an index that turns out to be empty is. */
const rebuildReason = (folder: string | null): string =>
  folder && hasManifest(folder) ? 'its files are damaged or of another version' : 'there is none yet'

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
