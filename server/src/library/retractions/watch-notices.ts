import { crossrefNotices } from '@scinav/formats'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { enqueue, type JobContext } from '../../platform/jobs/index.ts'
import { EngineFault, type OutsideEngine } from '../../platform/providers/engines/port.ts'
import { retractionAlerts } from './alert.job.ts'
import type { StorableNotice } from './read-notices.ts'
import { storeNotices } from './store-notices.ts'
import * as watch from './watch.store.ts'

const HOUR_MS = 60 * 60_000
/**
 * After this time a work is asked about again, and the works that people use are listed again; somewhat below a day.
 */
export const RECHECK_MS = 20 * HOUR_MS
/** Works asked about within `RECHECK_MS`; further ones follow the next day. */
const MAX_WORKS_PER_DAY = 20_000
/** Works asked about in one request to the engine. */
const WORKS_PER_REQUEST = 50
/** Pause between two requests, ms; the engine's own rate limit applies besides. */
const PAUSE_MS = 1_000
/**
 * After a fault nothing is asked for this time, ms; after each further fault for twice as long, up to the maximum.
 */
const MIN_BACKOFF_MS = 10 * 60_000
const MAX_BACKOFF_MS = 6 * HOUR_MS

/** The beginning of the ids of notices that an engine supplied. */
const NOTICE_ID_PREFIX = 'crossref:'

type NoticeEngine = OutsideEngine & Required<Pick<OutsideEngine, 'fetchNotices'>>

/** Returns the engine that knows notices about works; null when engines are disabled. */
export function findNoticeEngine({
  providers: { engines },
}: Pick<BaseContext, 'providers'>): NoticeEngine | null {
  if (engines.off) return null
  return engines.all.find((engine): engine is NoticeEngine => engine.fetchNotices !== undefined) ?? null
}

/**
 * Asks an engine about the works that people use, those first about which it was asked longest ago, and stores the
 * notices. What was answered is stored request by request, so that a run that ends early is continued by the next
 * one; after a fault the next ones wait.
 */
export async function watchNotices(ctx: JobContext): Promise<void> {
  const engine = findNoticeEngine(ctx)
  if (!engine || !(await watch.isWatching(ctx.db))) return
  const run = await watch.findRun(ctx.db)
  if (isBackingOff(run, ctx.now())) return
  const since = new Date(ctx.now().getTime() - RECHECK_MS).toISOString()
  const seen_at = await listUsedWorks(ctx, since)
  const { done, fault } = await askAboutDue(ctx, engine, since)
  // Answers before the fault show that the engine is up again: counting begins anew.
  const faultsBefore = done > 0 ? 0 : run.faults
  const faults = fault === null ? 0 : faultsBefore + 1
  await watch.saveRun(ctx.db, { seen_at, ended_at: ctx.now().toISOString(), fault, faults })
}

/**
 * Asks about the works that are due, up to the number of a day, until a fault. Returns how many were answered, and
 * the kind of the fault; null without one.
 */
async function askAboutDue(
  ctx: JobContext,
  engine: NoticeEngine,
  since: string,
): Promise<{ done: number; fault: string | null }> {
  const counts = await watch.countWorks(ctx.db, since)
  const total = Math.min(counts.all, MAX_WORKS_PER_DAY) - counts.asked
  let done = 0
  while (done < total) {
    ctx.job.signal.throwIfAborted()
    const dois = await watch.listDue(ctx.db, since, Math.min(WORKS_PER_REQUEST, total - done))
    if (dois.length === 0) break
    const records = await fetchRecords(ctx, engine, dois)
    if (records instanceof EngineFault) return { done, fault: records.kind }
    await storeAnswer(ctx, dois, records)
    done += dois.length
    await ctx.job.report(done / total, `已查询 ${done} / ${total} 篇`)
    if (done < total) await ctx.providers.engines.clock.sleep(PAUSE_MS, ctx.job.signal)
  }
  return { done, fault: null }
}

/** Returns whether a run is to wait because earlier ones ended with faults. */
const isBackingOff = ({ ended_at, faults }: watch.WatchRun, now: Date): boolean =>
  faults > 0 && ended_at !== null && now.getTime() < Date.parse(ended_at) + backoffMs(faults)

/** Returns how long nothing is asked after some faults in a row, ms. */
const backoffMs = (faults: number): number => Math.min(MIN_BACKOFF_MS * 2 ** (faults - 1), MAX_BACKOFF_MS)

/** Lists the works that people use, unless that was done since a time; returns when it was done. */
async function listUsedWorks(ctx: JobContext, since: string): Promise<string> {
  const run = await watch.findRun(ctx.db)
  if (run.seen_at !== null && run.seen_at > since) return run.seen_at
  const seen_at = ctx.now().toISOString()
  for (const { list } of ctx.workUses ?? [])
    for await (const { paper_ids = [], dois = [] } of list(ctx)) {
      ctx.job.signal.throwIfAborted()
      await watch.recordSeen(ctx.db, [...dois, ...(await watch.listDois(ctx.db, paper_ids))], seen_at)
      await yieldToEventLoop()
    }
  await watch.removeUnseen(ctx.db, seen_at)
  await watch.saveRun(ctx.db, { ...run, seen_at })
  return seen_at
}

/** Fetches the records of works; returns the fault of an engine that gives no answer. */
async function fetchRecords(
  { job: { signal } }: JobContext,
  engine: NoticeEngine,
  dois: readonly string[],
): Promise<string[] | EngineFault> {
  try {
    return await engine.fetchNotices(dois, signal)
  } catch (error) {
    if (error instanceof EngineFault) return error
    throw error
  }
}

/** Stores the notices of one answer, and that it has come; notices that it no longer has are deleted. */
async function storeAnswer(base: BaseContext, dois: readonly string[], records: string[]): Promise<void> {
  const answers = records.map(crossrefNotices).filter(({ doi }) => doi !== null)
  const notices = answers.flatMap(toStorable)
  await transact(base, async (ctx) => {
    const { added, merged } = await storeNotices(ctx, notices)
    await watch.removeOthers(ctx.db, {
      dois: answers.flatMap(({ doi }) => doi ?? []),
      prefix: NOTICE_ID_PREFIX,
      remaining: new Set(notices.map(({ id }) => id)),
    })
    await watch.recordAsked(ctx.db, dois, ctx.now().toISOString())
    if (added + merged > 0) await enqueue(ctx, retractionAlerts, {}, { unique_key: retractionAlerts.name })
  })
}

/**
 * Returns the notices of an answer; the publisher and Retraction Watch may report one notice with different dates.
 */
function toStorable({ doi, title, notices }: ReturnType<typeof crossrefNotices>): StorableNotice[] {
  // The same id may occur twice; `storeNotices` keeps the last one, which is then the earliest.
  const latestFirst = notices.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
  return latestFirst.map(({ kind, date, doi: notice_doi }) => ({
    id: `${NOTICE_ID_PREFIX}${doi} ${kind} ${notice_doi ?? date ?? ''}`,
    work: { doi, pmid: null },
    kind,
    date,
    reasons: [],
    doi: notice_doi,
    url: null,
    title,
  }))
}
