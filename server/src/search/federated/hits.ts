import type { api, EngineId, OutputOf } from '@scinav/contract'
import { sourceNameOf } from '../../library/dictionaries/index.ts'
import { papersOf } from '../../library/import/index.ts'
import { namesOf, papersByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import type { FusedWork, LocalHit } from './fuse.ts'
import { keyOf, rememberFound } from './memory.ts'
import { type Deadline, withDeadline } from './with-deadline.ts'

type Hit = OutputOf<typeof api.combine.search>['list'][number]

/**
 * Papers of the library as its own search shows them, works from outside in the same shape. Until the deadline those
 * from outside are looked up in the library; after it they are shown as they came.
 */
export async function hitsOf(ctx: Context, page: FusedWork[], deadline: Deadline): Promise<Hit[]> {
  const outside = page.filter(({ marks }) => marks.every(({ paper }) => paper === null))
  const looked = await withDeadline(deadline, undefined, () => inLibraryOf(ctx, outside))
  if (looked.state === 'failed') throw looked.error
  const known = looked.state === 'ok' ? looked.value : new Map<FusedWork, Own>()
  const unknown = outside.filter((fused) => !known.has(fused))
  await rememberFound(
    ctx,
    unknown.map(({ work }) => work),
    deadline,
  )
  return page.map((fused): Hit => {
    const own = fused.marks.find(({ paper }) => paper !== null)?.paper ?? known.get(fused)
    const engines = [...new Set(fused.marks.map(({ engine }) => engine))]
    return own ? inLibrary(own, engines, fused.score) : fromOutside(ctx, fused, engines)
  })
}

type Own = Omit<LocalHit, 'score' | 'highlights'>

/** Works from outside that the library has, as its own papers. */
async function inLibraryOf(ctx: Context, outside: FusedWork[]): Promise<Map<FusedWork, Own>> {
  const ids = await papersOf(
    ctx,
    outside.map(({ work }) => work),
  )
  const papers = await papersByIds(
    ctx,
    ids.flatMap((id) => id ?? []),
  )
  const byId = new Map(papers.map((paper) => [paper.id, paper]))
  return new Map(
    outside.flatMap((fused, at) => {
      const own = byId.get(ids[at] ?? '')
      return own ? [[fused, own] as const] : []
    }),
  )
}

function inLibrary(own: Own, engines: EngineId[], score: number): Hit {
  const { id, ...paper } = own
  return { highlights: [], ...paper, key: id, paper_id: id, engines, score }
}

function fromOutside(ctx: Context, { work, score }: FusedWork, engines: EngineId[]): Hit {
  const authors_short = namesOf(work)
  const now = ctx.now()
  return {
    ...work,
    key: keyOf(work),
    paper_id: null,
    engines,
    score,
    engine: engines[0] ?? 'local',
    authors: authors_short.join('; '),
    authors_short,
    highlights: [],
    journal_id: null,
    source_name: sourceNameOf(work.basic_sourcename),
    cited_by_count: 0,
    versions: [],
    ranks: [],
    is_starter: false,
    updated_at: now.toISOString(),
    viewed: false,
    dataset_ids: [],
  }
}
