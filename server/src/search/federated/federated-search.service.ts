import type { api, EngineId, OutputOf, ParsedInputOf } from '@scinav/contract'
import { storeOutside } from '../../library/import/index.ts'
import { paperTitles } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError, invalid } from '../../platform/foundation/errors.ts'
import type { Counters } from '../../platform/providers/counters.ts'
import { search as searchLibrary } from '../engine/index.ts'
import { type EngineStatus, messages, slowMessage } from './engine-status.ts'
import { type FusedWork, fuse, type RankedWork } from './fuse.ts'
import { hitsOf } from './hits.ts'
import { foundWorks } from './memory.ts'
import { askEngines, BLOCK, rankedWorks } from './outside.ts'
import { type Deadline, leftUntil, withDeadline } from './with-deadline.ts'

type Search = typeof api.combine.search
type Input = ParsedInputOf<Search>

const DEEPEST = 500
/** With less time left another round would only call good engines slow. */
const SHORTEST_WAIT_MS = 200
const LOCAL = { id: 'local', name: '本馆文献' } as const

/**
 * What finding the hits from outside in the library may take after the engines' limit. Where it takes longer they are
 * shown as hits from outside: the answer does not wait.
 */
const LOOK_UP_MS = 300

/**
 * One list of the library and the outside engines, for one page. Every engine is waited for as long as the limit
 * says, from when the request came, and no longer; what it did is told in its status.
 */
export async function search(ctx: Context, input: Input): Promise<OutputOf<Search>> {
  const { limit_ms, clock } = ctx.providers.engines
  const waited = ctx.arrived_at === undefined ? 0 : performance.now() - ctx.arrived_at
  const started = clock.now() - waited
  const deadline: Deadline = { clock, at: started + limit_ms }
  const { page_num, page_size } = input
  if (page_num * page_size > DEEPEST) throw invalid('page_num', `联合检索最多看前 ${DEEPEST} 条，请缩小范围`)
  const found: RankedWork[] = []
  const statuses: EngineStatus[][] = []
  let fused: FusedWork[] = []
  let open = input.engines.length > 0 ? input.engines : everyEngine(ctx)
  const insist = page_num === 1
  for (let block = 1; open.length > 0 && block * BLOCK <= DEEPEST; block += 1) {
    if (block > 1 && leftUntil(deadline) < SHORTEST_WAIT_MS) break
    const asked = await askAll(ctx, input, { engines: open, block, deadline, insist })
    found.push(...asked.flatMap((each) => each.found))
    statuses.push(asked.map(({ state }) => state))
    open = asked.filter(({ more }) => more).map(({ state }) => state.id)
    fused = fuse(found)
    if (fused.length >= page_num * page_size) break
  }
  const engines = addUp(statuses)
  const behind = engines.filter(({ id }) => open.includes(id)).map(({ total }) => Math.min(total, DEEPEST))
  return {
    list: await hitsOf(ctx, fused.slice((page_num - 1) * page_size, page_num * page_size), {
      clock,
      at: Math.max(deadline.at, clock.now()) + LOOK_UP_MS,
    }),
    total: Math.max(fused.length, ...behind),
    page_num,
    page_size,
    engines,
    merged: { duplicates: found.length - fused.length, of: found.length },
    took_ms: Math.round((clock.now() - started) * 10) / 10,
  }
}

const everyEngine = (ctx: Context): EngineId[] => [LOCAL.id, ...ctx.providers.engines.all.map(({ id }) => id)]

/** Statuses of several blocks as one: hits and time add up, and the last trouble is told. */
function addUp(statuses: EngineStatus[][]): EngineStatus[] {
  const [first = [], ...later] = statuses
  return first.map((state) => {
    const own = later.flatMap((block) => block.filter(({ id }) => id === state.id))
    return own.reduce(
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

/** Which engines are asked for which fifty hits, and how long they are waited for. */
interface Round {
  engines: EngineId[]
  block: number
  deadline: Deadline
  insist: boolean
}

/** What one engine gave in one round; `more`: the next round may give something. */
interface Given {
  state: EngineStatus
  found: RankedWork[]
  more: boolean
}

async function askAll(ctx: Context, { query, filters }: Input, round: Round): Promise<Given[]> {
  const [local, outside] = await Promise.all([
    round.engines.includes(LOCAL.id) ? [await askLibrary(ctx, { query, filters }, round)] : [],
    askEngines(ctx, { query, filters, ...round }),
  ])
  return [
    ...local,
    ...outside.map((asked) => ({
      state: asked.state,
      found: rankedWorks(asked, round.block),
      more: asked.more,
    })),
  ]
}

type Words = Pick<Input, 'query' | 'filters'>

async function askLibrary(ctx: Context, words: Words, { block, deadline }: Round): Promise<Given> {
  const paging = { page_num: block, page_size: BLOCK, facets: false }
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
  const about = { ...LOCAL, count: 0, total: 0, took_ms: answer.took_ms }
  if (answer.state === 'slow') {
    const message = slowMessage(LOCAL.name, ctx.providers.engines.limit_ms)
    return { state: { ...about, state: 'slow', message }, found: [], more: false }
  }
  if (answer.state === 'failed') {
    const message = libraryMessage(ctx, answer.error)
    return { state: { ...about, state: 'failed', message }, found: [], more: false }
  }
  const { list } = answer.value
  const found = list.map(
    (paper, at): RankedWork => ({ work: paper, engine: LOCAL.id, rank: at + 1, block, paper }),
  )
  const total = answer.value.total + answer.value.total_partial
  const state: EngineStatus = { ...about, state: 'ok', count: list.length, total, message: null }
  return { state, found, more: total > block * BLOCK }
}

function libraryMessage(ctx: Context, error: unknown): string {
  if (error instanceof AppError) return error.message
  ctx.log.error({ err: error }, 'the library failed in a federated search')
  return messages.local_failed
}

const DAY_MS = 24 * 60 * 60_000
const MAX_KEPT_A_DAY = 2_000

const keptCounts = new WeakMap<Counters, ReturnType<Counters>>()

/** @throws AppError `combine.too_many` where the person has taken in as many works as one may in a day. */
function requireKeepingRoom({ actor, providers, config }: Context, works: number): void {
  const count = keptCounts.get(providers.counters) ?? providers.counters('kept works', DAY_MS)
  keptCounts.set(providers.counters, count)
  for (let counted = 0; counted < works; counted += 1)
    if (count(actor.id, performance.now()).count > MAX_KEPT_A_DAY * config.RATE_LIMIT_SCALE)
      throw new AppError('combine.too_many')
}

/**
 * Takes works that were found outside into the library. A key is what this installation gave out with a hit, or the id
 * of a paper it has already; nobody can bring in a record of their own.
 *
 * @throws AppError `combine.expired` where a key is unknown: made up, or of a search too long ago; `combine.too_many`.
 */
export async function keep(
  ctx: Context,
  { keys }: ParsedInputOf<typeof api.combine.keep>,
): Promise<OutputOf<typeof api.combine.keep>> {
  const asked = [...new Set(keys)]
  requireKeepingRoom(ctx, asked.length)
  const works = await foundWorks(ctx, asked)
  const found = asked.flatMap((key) => {
    const work = works.get(key)
    return work ? [{ key, work }] : []
  })
  const fetched = new Set(found.map(({ key }) => key))
  const titles = await paperTitles(
    ctx,
    asked.filter((key) => !fetched.has(key)),
  )
  if (asked.some((key) => !fetched.has(key) && !titles.has(key))) throw new AppError('combine.expired')
  const { paper_ids, added } = await storeOutside(
    ctx,
    found.map(({ work }) => work),
  )
  const ids = new Map(found.map(({ key }, at) => [key, paper_ids[at] ?? null]))
  const papers = asked.map((key) => ({ key, paper_id: fetched.has(key) ? (ids.get(key) ?? null) : key }))
  return { papers: papers.flatMap(({ key, paper_id }) => (paper_id ? [{ key, paper_id }] : [])), added }
}
