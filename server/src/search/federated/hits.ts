import { type api, authorNames, type EngineId, type OutputOf, type WorkNotice } from '@scinav/contract'
import { fullSourceName } from '../../library/dictionaries/index.ts'
import { matchPapers } from '../../library/import/index.ts'
import { findPapersByIds } from '../../library/papers/index.ts'
import { lookUpWorks, standingStatus } from '../../library/retractions/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { type Deadline, withDeadline } from './deadline.ts'
import { foundWorkKey, storeFoundWorks } from './engine-memory.ts'
import type { FusedWork, LocalHit } from './fuse.ts'

type FederatedHit = OutputOf<typeof api.combine.search>['list'][number]

/**
 * Converts fused works to hits: papers of the library as its own search shows them, outside works in the same shape.
 * Until the deadline, outside works are looked up in the library; after it they are shown as received. Those that the
 * library lacks are stored, so that users can add them.
 */
export async function toHits(ctx: Context, page: FusedWork[], deadline: Deadline): Promise<FederatedHit[]> {
  const outside = page.filter(({ marks }) => marks.every(({ paper }) => paper === null))
  const lookup = await withDeadline(deadline, undefined, () => findInLibrary(ctx, outside))
  if (lookup.state === 'failed') throw lookup.error
  const known = lookup.state === 'ok' ? lookup.value : new Map<FusedWork, LibraryPaper>()
  const unknown = outside.filter((fused) => !known.has(fused))
  await storeFoundWorks(
    ctx,
    unknown.map(({ work }) => work),
    deadline,
  )
  const notices = await findNotices(ctx, unknown, deadline)
  return page.map((fused): FederatedHit => {
    const libraryPaper = fused.marks.find(({ paper }) => paper !== null)?.paper ?? known.get(fused)
    const engines = [...new Set(fused.marks.map(({ engine }) => engine))]
    return libraryPaper
      ? libraryHit(libraryPaper, engines, fused.score)
      : outsideHit(ctx, fused, engines, notices.get(fused) ?? null)
  })
}

type LibraryPaper = Omit<LocalHit, 'score' | 'highlights'>

/** Returns the library's own papers for those outside works that it already has. */
async function findInLibrary(ctx: Context, outside: FusedWork[]): Promise<Map<FusedWork, LibraryPaper>> {
  const ids = await matchPapers(
    ctx,
    outside.map(({ work }) => work),
  )
  const papers = await findPapersByIds(
    ctx,
    ids.flatMap((id) => id ?? []),
  )
  const byId = new Map(papers.map((paper) => [paper.id, paper]))
  return new Map(
    outside.flatMap((fused, at) => {
      const paper = byId.get(ids[at] ?? '')
      return paper ? [[fused, paper] as const] : []
    }),
  )
}

/** Returns the notice that stands about each work; null for none, and when looking them up takes too long. */
async function findNotices(
  ctx: Context,
  found: FusedWork[],
  deadline: Deadline,
): Promise<Map<FusedWork, WorkNotice | null>> {
  const works = found.map(({ work }) => work)
  const lookup = await withDeadline(deadline, undefined, () => lookUpWorks(ctx, works))
  if (lookup.state === 'failed') throw lookup.error
  const notices = lookup.state === 'ok' ? lookup.value : []
  return new Map(found.map((fused, at) => [fused, notices[at] ?? null]))
}

function libraryHit({ id, ...paper }: LibraryPaper, engines: EngineId[], score: number): FederatedHit {
  return { highlights: [], ...paper, key: id, paper_id: id, engines, score }
}

function outsideHit(
  ctx: Context,
  { work, score }: FusedWork,
  engines: EngineId[],
  status_notice: WorkNotice | null,
): FederatedHit {
  const authors_short = authorNames(work)
  const now = ctx.now()
  return {
    ...work,
    status: standingStatus(work.status, status_notice),
    key: foundWorkKey(work),
    paper_id: null,
    engines,
    score,
    engine: engines[0] ?? 'local',
    authors: authors_short.join('; '),
    authors_short,
    highlights: [],
    journal_id: null,
    source_name: fullSourceName(work.basic_sourcename),
    cited_by_count: 0,
    versions: [],
    ranks: [],
    is_starter: false,
    status_notice,
    updated_at: now.toISOString(),
    viewed: false,
    dataset_ids: [],
  }
}
