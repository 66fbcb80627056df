import type { api, EngineId, OutputOf, ParsedInputOf } from '@scinav/contract'
import { storeOutsideWorks } from '../../library/import/index.ts'
import { findPaperTitles } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import type { Counters } from '../../platform/providers/counters.ts'
import { searchLibrary } from '../engine/index.ts'
import { type Deadline, remainingMs, withDeadline } from './deadline.ts'
import { findFoundWorks } from './engine-memory.ts'
import { type EngineStatus, STATUS_MESSAGES, slowMessage } from './engine-status.ts'
import { type FusedWork, fuseHits, type RankedWork } from './fuse.ts'
import { toHits } from './hits.ts'
import { askEngines, BLOCK_SIZE, rankWorks } from './outside-search.ts'

type Search = typeof api.combine.search
type FederatedSearchInput = ParsedInputOf<Search>

/** Maximum position of a hit in the fused list, and in the list of an engine. */
const MAX_HIT_POSITION = 500
/** Minimum remaining time for another round, in milliseconds; with less, good engines would be reported as slow. */
const MIN_ROUND_MS = 200
const LIBRARY_ENGINE = { id: 'local', name: '本馆文献' } as const

/**
 * Time for looking up outside hits in the library after the engines' limit, in milliseconds. When it is exceeded,
 * they are shown as hits from outside instead of delaying the response.
 */
const LIBRARY_LOOKUP_MS = 300

/**
 * Searches the library and the outside engines and returns one page of the fused list. Every engine gets `limit_ms`,
 * counted from the arrival of the request; its status says how it did.
 *
 * @throws AppError `input.invalid` when the page lies beyond hit 500.
 */
export async function searchFederated(ctx: Context, input: FederatedSearchInput): Promise<OutputOf<Search>> {
  const { limit_ms, clock } = ctx.providers.engines
  // The time limit also covers what the request waited before it was handled.
  const waited = ctx.arrived_at === undefined ? 0 : performance.now() - ctx.arrived_at
  const started = clock.now() - waited
  const deadline: Deadline = { clock, at: started + limit_ms }
  const { page_num, page_size } = input
  if (page_num * page_size > MAX_HIT_POSITION)
    throw invalidInput('page_num', `联合检索最多看前 ${MAX_HIT_POSITION} 条，请缩小范围`)
  const { found, fused, statuses, openEngines } = await askInRounds(ctx, input, deadline)
  const engines = mergeStatuses(statuses)
  // An engine that may have further hits is counted with all its hits, as far as pages can reach them.
  const openTotals = engines
    .filter(({ id }) => openEngines.includes(id))
    .map(({ total }) => Math.min(total, MAX_HIT_POSITION))
  return {
    list: await toHits(ctx, fused.slice((page_num - 1) * page_size, page_num * page_size), {
      clock,
      at: Math.max(deadline.at, clock.now()) + LIBRARY_LOOKUP_MS,
    }),
    total: Math.max(fused.length, ...openTotals),
    page_num,
    page_size,
    engines,
    merged: { duplicates: found.length - fused.length, of: found.length },
    took_ms: Math.round((clock.now() - started) * 10) / 10,
  }
}

/** What the rounds of a search have found. */
interface RoundsResult {
  found: RankedWork[]
  /** The works of `found` without duplicates, best first. */
  fused: FusedWork[]
  /** The statuses of the engines asked in each round. */
  statuses: EngineStatus[][]
  /** The engines that may have further hits. */
  openEngines: EngineId[]
}

/**
 * Asks the engines for one block of hits after another, until the fused list reaches the end of the page, no engine has
 * further hits, or the time is nearly up.
 */
async function askInRounds(
  ctx: Context,
  input: FederatedSearchInput,
  deadline: Deadline,
): Promise<RoundsResult> {
  const { page_num, page_size } = input
  const insist = page_num === 1
  const engines = input.engines.length > 0 ? input.engines : allEngineIds(ctx)
  const result: RoundsResult = { found: [], fused: [], statuses: [], openEngines: engines }
  for (let block = 1; result.openEngines.length > 0 && block * BLOCK_SIZE <= MAX_HIT_POSITION; block += 1) {
    if (block > 1 && remainingMs(deadline) < MIN_ROUND_MS) break
    const round = { engines: result.openEngines, block, deadline, insist }
    const answers = await askEnginesOfRound(ctx, input, round)
    result.found.push(...answers.flatMap((each) => each.found))
    result.statuses.push(answers.map(({ state }) => state))
    result.openEngines = answers.filter(({ more }) => more).map(({ state }) => state.id)
    result.fused = fuseHits(result.found)
    if (result.fused.length >= page_num * page_size) break
  }
  return result
}

const allEngineIds = (ctx: Context): EngineId[] => [
  LIBRARY_ENGINE.id,
  ...ctx.providers.engines.all.map(({ id }) => id),
]

/** Merges the statuses of several blocks: counts and times add up, and the last state and message win. */
function mergeStatuses(statuses: EngineStatus[][]): EngineStatus[] {
  const [first = [], ...later] = statuses
  return first.map((state) => {
    const laterStates = later.flatMap((block) => block.filter(({ id }) => id === state.id))
    return laterStates.reduce(
      (sum, next) => ({
        ...next,
        count: sum.count + next.count,
        total: Math.max(sum.total, next.total),
        took_ms: sum.took_ms + next.took_ms,
      }),
      state,
    )
  })
}

/** One round of a search: the engines to ask, the block of hits to ask for, and the time limit. */
interface SearchRound {
  engines: EngineId[]
  /** Block of `BLOCK_SIZE` hits, from 1. */
  block: number
  deadline: Deadline
  /** Whether to ask engines again that have just timed out for this query. */
  insist: boolean
}

/** The result of one engine in one round; `more` says that the next round may find further hits. */
interface EngineRoundResult {
  state: EngineStatus
  found: RankedWork[]
  more: boolean
}

/** Asks the library, if it is among the engines of the round, and the outside engines at the same time. */
async function askEnginesOfRound(
  ctx: Context,
  { query, filters }: FederatedSearchInput,
  round: SearchRound,
): Promise<EngineRoundResult[]> {
  const [local, outside] = await Promise.all([
    round.engines.includes(LIBRARY_ENGINE.id) ? [await askLibrary(ctx, { query, filters }, round)] : [],
    askEngines(ctx, { query, filters, ...round }),
  ])
  return [
    ...local,
    ...outside.map((result) => ({
      state: result.state,
      found: rankWorks(result, round.block),
      more: result.more,
    })),
  ]
}

type SearchWords = Pick<FederatedSearchInput, 'query' | 'filters'>

/** Asks the library for one block of hits, as one engine among the others. */
async function askLibrary(
  ctx: Context,
  words: SearchWords,
  { block, deadline }: SearchRound,
): Promise<EngineRoundResult> {
  const paging = { page_num: block, page_size: BLOCK_SIZE, facets: false }
  const answer = await withDeadline(deadline, undefined, () =>
    searchLibrary(ctx, {
      ...words,
      ...paging,
      exact: false,
      expand: true,
      as_written: false,
      conditions: [],
      sort: 'relevance',
    }),
  )
  const status = { ...LIBRARY_ENGINE, count: 0, total: 0, took_ms: answer.took_ms }
  if (answer.state === 'slow') {
    const message = slowMessage(LIBRARY_ENGINE.name, ctx.providers.engines.limit_ms)
    return { state: { ...status, state: 'slow', message }, found: [], more: false }
  }
  if (answer.state === 'failed') {
    const message = libraryMessage(ctx, answer.error)
    return { state: { ...status, state: 'failed', message }, found: [], more: false }
  }
  const { list } = answer.value
  const found = list.map(
    (paper, at): RankedWork => ({ work: paper, engine: LIBRARY_ENGINE.id, rank: at + 1, block, paper }),
  )
  const total = answer.value.total + answer.value.total_partial
  const state: EngineStatus = { ...status, state: 'ok', count: list.length, total, message: null }
  return { state, found, more: total > block * BLOCK_SIZE }
}

/** Returns the Chinese message about a failed search of the library; an unexpected error is logged. */
function libraryMessage(ctx: Context, error: unknown): string {
  if (error instanceof AppError) return error.message
  ctx.log.error({ err: error }, 'the library failed in a federated search')
  return STATUS_MESSAGES.local_failed
}

const DAY_MS = 24 * 60 * 60_000
/** Maximum number of found works that a user may add to the library per day. */
const MAX_KEPT_PER_DAY = 2_000

/** The counter of the added works of each user, by the counters of the installation. */
const keptCounts = new WeakMap<Counters, ReturnType<Counters>>()

/**
 * Counts works against the daily quota of the caller.
 *
 * @throws AppError `combine.too_many` when it is exhausted.
 */
function requireKeepQuota({ actor, providers, config }: Context, works: number): void {
  const count = keptCounts.get(providers.counters) ?? providers.counters('kept works', DAY_MS)
  keptCounts.set(providers.counters, count)
  const limit = MAX_KEPT_PER_DAY * config.RATE_LIMIT_SCALE
  // A counter counts one at a time.
  for (let n = 0; n < works; n += 1)
    if (count(actor.id, performance.now()).count > limit) throw new AppError('combine.too_many')
}

/**
 * Adds works found outside to the library. A key is one that this installation returned with a hit, or the id of a
 * paper it already has, so clients cannot submit records of their own. Returns the papers in the order of the keys, and
 * how many of them are new; a work that could not be stored is left out.
 *
 * @throws AppError `combine.expired` when a key is unknown, forged or too old.
 * @throws AppError `combine.too_many` when the daily quota is exhausted.
 */
export async function keepFoundWorks(
  ctx: Context,
  { keys }: ParsedInputOf<typeof api.combine.keep>,
): Promise<OutputOf<typeof api.combine.keep>> {
  const uniqueKeys = [...new Set(keys)]
  requireKeepQuota(ctx, uniqueKeys.length)
  const works = await findFoundWorks(ctx, uniqueKeys)
  const found = uniqueKeys.flatMap((key) => {
    const work = works.get(key)
    return work ? [{ key, work }] : []
  })
  const foundKeys = new Set(found.map(({ key }) => key))
  const titles = await findPaperTitles(
    ctx,
    uniqueKeys.filter((key) => !foundKeys.has(key)),
  )
  if (uniqueKeys.some((key) => !foundKeys.has(key) && !titles.has(key))) throw new AppError('combine.expired')
  const { paper_ids, added } = await storeOutsideWorks(
    ctx,
    found.map(({ work }) => work),
  )
  const ids = new Map(found.map(({ key }, at) => [key, paper_ids[at] ?? null]))
  // A key that was not found is the id of a paper.
  const papers = uniqueKeys.map((key) => ({
    key,
    paper_id: foundKeys.has(key) ? (ids.get(key) ?? null) : key,
  }))
  return { papers: papers.flatMap(({ key, paper_id }) => (paper_id ? [{ key, paper_id }] : [])), added }
}
