import type { api, EngineId, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { papersOf } from '../import/known-works.service.ts'
import { keepOutside } from '../import/outside.service.ts'
import { namesOf } from '../papers/author-names.service.ts'
import { papersByIds, paperTitles } from '../papers/paper.service.ts'
import { search as searchLibrary } from '../papers/search.service.ts'
import { type FusedWork, fuse, type LocalHit, type RankedWork } from './fuse.ts'
import { keyOf, memoryOf } from './memory.ts'
import { askEngines, BLOCK, rankedWorks } from './outside.service.ts'
import { type EngineState, messages, slowMessage } from './states.ts'
import { within } from './within.ts'

type Search = typeof api.combine.search
type Input = ParsedInputOf<Search>
type Hit = OutputOf<Search>['list'][number]

const DEEPEST = 500
/** With less time left another round would only call good engines slow. */
const SHORTEST_WAIT_MS = 200
const LOCAL = { id: 'local', name: '本地文献库' } as const

/**
 * One list of the library and the outside engines, for one page. Every engine is waited for as long as the limit
 * says and no longer; what it did is told in its state.
 */
export async function search(ctx: Context, input: Input): Promise<OutputOf<Search>> {
  const started = performance.now()
  const { page_num, page_size } = input
  if (page_num * page_size > DEEPEST) throw invalid('page_num', `联合检索最多看前 ${DEEPEST} 条，请缩小范围`)
  const deadline = started + ctx.providers.engines.limit_ms
  const found: RankedWork[] = []
  const states: EngineState[][] = []
  let fused: FusedWork[] = []
  let open = input.engines.length > 0 ? input.engines : everyEngine(ctx)
  const insist = page_num === 1
  for (let block = 1; open.length > 0 && block * BLOCK <= DEEPEST; block += 1) {
    const wait_ms = deadline - performance.now()
    if (block > 1 && wait_ms < SHORTEST_WAIT_MS) break
    const asked = await askAll(ctx, input, { engines: open, block, wait_ms, insist })
    found.push(...asked.flatMap((each) => each.found))
    states.push(asked.map(({ state }) => state))
    open = asked.filter(({ more }) => more).map(({ state }) => state.id)
    fused = fuse(found)
    if (fused.length >= page_num * page_size) break
  }
  const engines = addUp(states)
  const behind = engines.filter(({ id }) => open.includes(id)).map(({ total }) => Math.min(total, DEEPEST))
  return {
    list: await hitsOf(ctx, fused.slice((page_num - 1) * page_size, page_num * page_size)),
    total: Math.max(fused.length, ...behind),
    page_num,
    page_size,
    engines,
    merged: { duplicates: found.length - fused.length, of: found.length },
    took_ms: Math.round((performance.now() - started) * 10) / 10,
  }
}

const everyEngine = (ctx: Context): EngineId[] => [LOCAL.id, ...ctx.providers.engines.all.map(({ id }) => id)]

/** States of several blocks as one: hits and time add up, and the last trouble is told. */
function addUp(states: EngineState[][]): EngineState[] {
  const [first = [], ...later] = states
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
  wait_ms: number
  insist: boolean
}

/** What one engine gave in one round; `more`: the next round may give something. */
interface Given {
  state: EngineState
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

async function askLibrary(ctx: Context, words: Words, { block, wait_ms }: Round): Promise<Given> {
  const paging = { page_num: block, page_size: BLOCK, facets: false }
  const answer = await within(wait_ms, undefined, () =>
    searchLibrary(ctx, {
      ...words,
      ...paging,
      exact: false,
      expand: true,
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
  const state: EngineState = { ...about, state: 'ok', count: list.length, total, message: null }
  return { state, found, more: total > block * BLOCK }
}

function libraryMessage(ctx: Context, error: unknown): string {
  if (error instanceof AppError) return error.message
  ctx.log.error({ err: error }, 'the library failed in a combined search')
  return messages.local_failed
}

/** Papers of the library as its own search shows them, works from outside in the same shape. */
async function hitsOf(ctx: Context, page: FusedWork[]): Promise<Hit[]> {
  const outside = page.filter(({ marks }) => marks.every(({ paper }) => paper === null))
  const ids = await papersOf(
    ctx,
    outside.map(({ work }) => work),
  )
  const papers = await papersByIds(
    ctx,
    ids.flatMap((id) => id ?? []),
  )
  const byId = new Map(papers.map((paper) => [paper.id, paper]))
  const known = new Map(outside.map((fused, at) => [fused, byId.get(ids[at] ?? '')]))
  return page.map((fused): Hit => {
    const own = fused.marks.find(({ paper }) => paper !== null)?.paper ?? known.get(fused)
    const engines = [...new Set(fused.marks.map(({ engine }) => engine))]
    return own ? inLibrary(own, engines, fused.score) : fromOutside(ctx, fused, engines)
  })
}

function inLibrary(own: Omit<LocalHit, 'score' | 'highlights'>, engines: EngineId[], score: number): Hit {
  const { id, ...paper } = own
  return { highlights: [], ...paper, key: id, paper_id: id, engines, score }
}

function fromOutside(ctx: Context, { work, score }: FusedWork, engines: EngineId[]): Hit {
  const authors_short = namesOf(work)
  const now = ctx.now()
  return {
    ...work,
    key: keyOf(memoryOf(ctx.providers.engines), work, now.getTime()),
    paper_id: null,
    engines,
    score,
    engine: engines[0] ?? 'local',
    authors: authors_short.join('; '),
    authors_short,
    highlights: [],
    journal_id: null,
    cited_by_count: 0,
    versions: [],
    ranks: [],
    is_starter: false,
    updated_at: now.toISOString(),
    viewed: false,
    dataset_ids: [],
  }
}

/**
 * Takes works that were found outside into the library. A key is what this very server gave out with a hit, or the id
 * of a paper it has already; nobody can bring in a record of their own.
 *
 * @throws AppError `combine.expired` where a key is unknown: made up, or of a search too long ago.
 */
export async function keep(
  ctx: Context,
  { keys }: ParsedInputOf<typeof api.combine.keep>,
): Promise<OutputOf<typeof api.combine.keep>> {
  const { works } = memoryOf(ctx.providers.engines)
  const now = ctx.now().getTime()
  const asked = [...new Set(keys)]
  const found = asked.flatMap((key) => {
    const work = works.get(key, now)
    return work ? [{ key, work }] : []
  })
  const fetched = new Set(found.map(({ key }) => key))
  const titles = await paperTitles(
    ctx,
    asked.filter((key) => !fetched.has(key)),
  )
  if (asked.some((key) => !fetched.has(key) && !titles.has(key))) throw new AppError('combine.expired')
  const { paper_ids, added } = await keepOutside(
    ctx,
    found.map(({ work }) => work),
  )
  const ids = new Map(found.map(({ key }, at) => [key, paper_ids[at] ?? null]))
  const papers = asked.map((key) => ({ key, paper_id: fetched.has(key) ? (ids.get(key) ?? null) : key }))
  return { papers: papers.flatMap(({ key, paper_id }) => (paper_id ? [{ key, paper_id }] : [])), added }
}
