import type { api, EngineId, OutputOf, ParsedInputOf, Work, WorkNotice } from '@scinav/contract'
import { englishQuery, parseQuery, yearOf } from '@scinav/search'
import { fullSourceName } from '../../library/dictionaries/index.ts'
import { readRecords } from '../../library/import/index.ts'
import { authorNames } from '../../library/papers/index.ts'
import { lookUpWorks, standingStatus } from '../../library/retractions/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import type { OutsideEngine, OutsideRequest } from '../../platform/providers/engines/port.ts'
import { getKnownTerms } from '../engine/index.ts'
import { type Deadline, deadlineIn, withDeadline } from './deadline.ts'
import {
  engineMemory,
  findSharedAnswer,
  foundWorkKey,
  type OutsideHits,
  shareAnswer,
  storeFoundWorks,
} from './engine-memory.ts'
import {
  type EngineStatus,
  faultMessage,
  STATUS_MESSAGES,
  slowMessage,
  translatedMessage,
} from './engine-status.ts'
import { fuseHits, type RankedWork } from './fuse.ts'

type SearchFilters = ParsedInputOf<typeof api.combine.search>['filters']
type Ctx = Pick<BaseContext, 'db' | 'providers' | 'now' | 'log'>

/** Maximum time that a chat or a research run waits for found works to be stored, in milliseconds. */
const STORE_TIMEOUT_MS = 2_000

/** Number of hits requested from an engine at once. */
export const BLOCK_SIZE = 50

/** One request to the outside engines. */
export interface OutsideQuery {
  query: string
  filters: SearchFilters | null
  /** Ids of engines; unknown ids are ignored. */
  engines: string[]
  /** Block of `BLOCK_SIZE` hits, from 1. */
  block: number
  /** Time until which the engines are awaited. */
  deadline: Deadline
  /** Whether to ask engines again that have just timed out for this query. */
  insist: boolean
}

/** The status of an engine with its works; `more` says that later blocks may contain others. */
export interface EngineResult {
  state: EngineStatus
  works: Work[]
  more: boolean
}

/**
 * Asks several engines in parallel; each one ends at the deadline at the latest, independently of the others. Returns a
 * result for each known engine that was chosen, also for those that were not asked.
 */
export function askEngines(ctx: Ctx, question: OutsideQuery, signal?: AbortSignal): Promise<EngineResult[]> {
  const { all, off } = ctx.providers.engines
  const chosen = all.filter(({ id }) => question.engines.includes(id))
  const needsLibrary = question.filters && hasLibraryFilters(question.filters)
  return Promise.all(
    chosen.map((engine) => {
      if (off) return skippedEngine(engine, 'failed', STATUS_MESSAGES.off)
      return needsLibrary
        ? skippedEngine(engine, 'ok', STATUS_MESSAGES.local_filters)
        : askEngine(ctx, engine, question, signal)
    }),
  )
}

/** Returns the result of an engine that is not asked, with the reason as its Chinese message. */
function skippedEngine(
  { id, name }: OutsideEngine,
  state: EngineStatus['state'],
  message: string,
): EngineResult {
  return { state: { id, name, state, count: 0, total: 0, took_ms: 0, message }, works: [], more: false }
}

/** Asks one outside engine; a slow or failing engine is a status, never an error. */
async function askEngine(
  ctx: Ctx,
  engine: OutsideEngine,
  question: OutsideQuery,
  signal?: AbortSignal,
): Promise<EngineResult> {
  const { id, name } = engine
  const { limit_ms } = ctx.providers.engines
  const { slow } = engineMemory(ctx.providers.engines)
  const now = ctx.now().getTime()
  const slowKey = `${id} ${question.query}`
  if (!question.insist && slow.get(slowKey, now))
    return skippedEngine(engine, 'slow', slowMessage(name, limit_ms))
  const answer = await withDeadline(question.deadline, signal, (deadlineSignal) =>
    findHits(ctx, engine, question, deadlineSignal),
  )
  const status = { id, name, count: 0, total: 0, took_ms: answer.took_ms }
  switch (answer.state) {
    case 'ok': {
      const works = answer.value.works.filter((work) => matchesFilters(work, question.filters))
      const { total, given: recordCount, english } = answer.value
      // Some engines return fewer hits than they count; a block that is not full is their last one.
      const more = recordCount >= BLOCK_SIZE && total > question.block * BLOCK_SIZE
      const message = english && translatedMessage(english)
      return { state: { ...status, state: 'ok', count: works.length, total, message }, works, more }
    }
    case 'slow':
      slow.set(slowKey, true, now)
      return {
        state: { ...status, state: 'slow', message: slowMessage(name, limit_ms) },
        works: [],
        more: false,
      }
    case 'failed': {
      const message = faultMessage(name, answer.error)
      if (message === null) ctx.log.error({ err: answer.error, engine: id }, 'an outside engine failed')
      const text = message ?? STATUS_MESSAGES.unexpected
      return { state: { ...status, state: 'failed', message: text }, works: [], more: false }
    }
  }
}

/**
 * Returns the answer of an engine, from the cache where it is fresh; concurrent callers with the same request share it.
 * Of the filters only the years are part of the request.
 */
function findHits(ctx: Ctx, engine: OutsideEngine, question: OutsideQuery, signal: AbortSignal) {
  const { answers } = engineMemory(ctx.providers.engines)
  const { query, filters, block } = question
  const { year_from, year_to } = filters ?? {}
  const key = JSON.stringify([engine.id, query, year_from, year_to, block])
  const now = ctx.now().getTime()
  const cached = answers.get(key, now)
  if (cached) return cached
  const request = { parsed: parseQuery(query), year_from, year_to, page: block, size: BLOCK_SIZE }
  const { shared } = ctx.providers.engines
  const asking = shared
    ? requestUnlessShared(ctx, key, () => requestHits(ctx, engine, request, signal))
    : requestHits(ctx, engine, request, signal)
  answers.set(key, asking, now)
  // Failures are not cached; those who await the answer still receive the error.
  asking.catch(() => answers.delete(key))
  return asking
}

/**
 * Returns the answer of another process to the same request, or makes the request and shares its answer. Processes that
 * begin at the same time may both make it.
 */
async function requestUnlessShared(
  ctx: Ctx,
  key: string,
  request: () => Promise<OutsideHits>,
): Promise<OutsideHits> {
  const sharedAnswer = await findSharedAnswer(ctx, key)
  if (sharedAnswer) return sharedAnswer
  const answer = await request()
  await shareAnswer(ctx, key, answer)
  return answer
}

/** Asks an engine and parses its records; an English engine is asked with the English terms of a Chinese query. */
async function requestHits(
  ctx: Ctx,
  engine: OutsideEngine,
  request: OutsideRequest,
  signal: AbortSignal,
): Promise<OutsideHits> {
  const english = engine.english ? englishQuery(request.parsed, (await getKnownTerms(ctx)).terms) : null
  const { records, total } = await engine.search(english ? { ...request, ...english } : request, signal)
  const works = readRecords(engine.id, records)
  return { works, given: records.length, total, english: english?.words ?? null }
}

/** Returns whether filters are set that only the library's index can apply. */
function hasLibraryFilters(filters: SearchFilters): boolean {
  const { source, subject_code, author, keyword, rank, degree, engine, fund, within: narrower } = filters
  const lists = [source, subject_code, author, keyword, rank, degree, engine]
  return lists.some((list) => list.length > 0) || Boolean(fund) || Boolean(narrower)
}

/**
 * Returns whether a work matches the filters. Engines apply years only roughly and other filters not at all, so their
 * works are checked again.
 */
function matchesFilters(work: Work, filters: SearchFilters | null): boolean {
  if (!filters) return true
  const { year_from, year_to, resource_type, language, is_oa } = filters
  const hasYearFilter = year_from !== undefined || year_to !== undefined
  if (hasYearFilter && !isYearWithin(yearOf(work.publish_date), year_from, year_to)) return false
  if (resource_type.length > 0 && !resource_type.includes(work.resource_type)) return false
  if (language.length > 0 && !language.includes(work.language ?? '')) return false
  return is_oa === undefined || work.is_oa === is_oa
}

/** Returns whether a year is within bounds. An unknown one is 0, which every `from` excludes but no `to`. */
const isYearWithin = (year: number, from = 0, to = 9999): boolean => year >= from && year <= to

type OutsideWorkView = NonNullable<OutputOf<typeof api.references.check>['list'][number]['outside']>

/** A work from outside, with the key under which it can be added to the library. */
export interface OutsideWork {
  /** Pass this key to the call `combine/keep` to add the work to the library. */
  key: string
  work: Work
  engines: EngineId[]
  score: number
  /** The notice that stands about it. */
  notice: WorkNotice | null
}

/**
 * Searches outside of the library, for chats and research.
 *
 * @param engines ids such as `arxiv`; `local` and unknown ids are ignored.
 * @returns the works of all engines, duplicates merged, best first, and the status of each engine. Slow and failing
 * engines are reported as statuses, never as errors.
 * @throws the reason of `signal` when it is aborted.
 */
export async function searchOutside(
  ctx: Ctx,
  query: string,
  engines: string[],
  signal?: AbortSignal,
): Promise<{ works: OutsideWork[]; engines: EngineStatus[] }> {
  const { clock, limit_ms } = ctx.providers.engines
  const deadline = deadlineIn(clock, limit_ms)
  const answers = await askEngines(
    ctx,
    { query, filters: null, engines, block: 1, deadline, insist: true },
    signal,
  )
  const fused = fuseHits(answers.flatMap((each) => rankWorks(each, 1)))
  const found = fused.map(({ work }) => work)
  const storeDeadline = deadlineIn(clock, STORE_TIMEOUT_MS)
  await storeFoundWorks(ctx, found, storeDeadline)
  const lookup = await withDeadline(storeDeadline, signal, () => lookUpWorks(ctx, found))
  if (lookup.state === 'failed') throw lookup.error
  const notices = lookup.state === 'ok' ? lookup.value : []
  const works = fused.map(({ work, marks, score }, at) => ({
    key: foundWorkKey(work),
    work,
    engines: [...new Set(marks.map(({ engine }) => engine))],
    score,
    notice: notices[at] ?? null,
  }))
  return { works, engines: answers.map(({ state }) => state) }
}

/** Attaches to the works of one engine their positions in its block of hits, from 1; their order stays. */
export function rankWorks({ state, works }: EngineResult, block: number): RankedWork[] {
  return works.map((work, at) => ({ work, engine: state.id, rank: at + 1, block, paper: null }))
}

/** Returns the fields that lists show of a work from outside. */
export function toOutsideView({ key, work, engines, notice }: Omit<OutsideWork, 'score'>): OutsideWorkView {
  const { title, title_zh, publish_date, basic_sourcename, resource_type, language, doi, url } = work
  return {
    key,
    title,
    title_zh,
    authors_short: authorNames(work),
    publish_date,
    basic_sourcename,
    source_name: fullSourceName(basic_sourcename),
    resource_type,
    language,
    doi,
    url,
    engines,
    status: standingStatus(work.status, notice),
    status_notice: notice,
  }
}
