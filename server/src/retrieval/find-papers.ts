import type { Concept, QueryConcepts } from '@scinav/search'
import { type Constraints, isConstrained, NO_CONSTRAINTS } from '../language/question/constraints.ts'
import type { Context } from '../platform/context/context.ts'
import { reciprocalRankFusion } from '../platform/foundation/rank-fusion.ts'
import { findAuthorPapers } from './author-papers.ts'
import type { FoundPaper } from './evidence/evidence.ts'
import * as store from './paper.store.ts'
import { findPapersById, readPapers } from './read-papers.ts'

/** A query for papers, with its concepts. */
interface PaperQuery {
  query: string
  concepts: QueryConcepts
  /** Ids of the papers to search; null for the whole library. */
  scope: string[] | null
  /** The least share of the query's weight that a paper must state, 0–1. */
  share: number
}

/** Maximum number of papers, and of passages of files, that are considered. */
export const MAX_CANDIDATES = 60

/**
 * Finds papers for a query that excludes something. The many words for the absence outweigh the rest of the query, so
 * the query is also searched without them, and with the excluded thing itself, because a paper that does without it
 * mentions it. The three rankings are combined by reciprocal rank fusion.
 */
export async function findPapersWithAbsences(
  ctx: Context,
  searched: PaperQuery,
  {
    constraints,
    queryConcepts,
    mentioned,
  }: { constraints: Constraints; queryConcepts: QueryConcepts; mentioned: Concept[] },
): Promise<FoundPaper[]> {
  const found = await findPapers(ctx, searched, constraints)
  if (mentioned.length === 0 || queryConcepts.list.length === 0) return found
  const withoutAbsence = await findPapers(ctx, { ...searched, concepts: queryConcepts }, constraints)
  const withMentioned = { ...queryConcepts, list: [...queryConcepts.list, ...mentioned] }
  const withThing = await findPapers(ctx, { ...searched, concepts: withMentioned }, constraints)
  const lists = [found, withoutAbsence, withThing]
  const byId = new Map(lists.flat().map((each) => [each.source_id, each]))
  const fused = reciprocalRankFusion(lists.map((papers) => papers.map(({ source_id }) => source_id)))
  return [...fused.keys()].flatMap((id) => byId.get(id) ?? [])
}

/** The most papers considered for the names in a question. */
const MAX_NAMED_PAPERS = 20

/** Finds the papers that state some of the names, best first. */
export async function searchNamedPapers(
  ctx: Context,
  names: string,
  scope: string[] | null,
): Promise<FoundPaper[]> {
  const concepts = await (await ctx.library.current()).concepts(names)
  // A share that a single average name exceeds.
  const share = concepts.list.length > 0 ? 1 / (concepts.list.length + 1) : 1
  const found = await findPapers(ctx, { query: names, concepts, scope, share }, NO_CONSTRAINTS)
  return found.slice(0, MAX_NAMED_PAPERS)
}

/**
 * Finds the papers that fit best, best first. A small scope is returned as it is, since later steps rank its
 * passages; where the library knows none of the concepts, the first papers of the scope, or those within the
 * constraints, stand in.
 */
async function findPapers(
  ctx: Context,
  { query, concepts, scope, share }: PaperQuery,
  constraints: Constraints,
): Promise<FoundPaper[]> {
  if (scope && scope.length <= MAX_CANDIDATES) return findPapersById(ctx, scope)
  if (concepts.list.every(({ papers }) => papers === 0))
    return scope ? findFirstPapers(ctx, scope) : findAllWithinConstraints(ctx, query, constraints)
  const index = await ctx.library.current()
  const { author, ...filters } = constraints
  const byAuthor = author.length > 0 ? await findAuthorPapers(ctx, constraints) : null
  const inScope = scope ? new Set(await store.findSeqs(ctx.db, scope)) : null
  const among =
    byAuthor && inScope
      ? byAuthor.filter((seq) => inScope.has(seq))
      : (byAuthor ?? (inScope ? [...inScope] : null))
  const hits = await index.findByConcepts(concepts, { share, among, filters, limit: MAX_CANDIDATES })
  return readPapers(
    ctx,
    hits.map(({ seq }) => seq),
  )
}

/** Returns the papers within the constraints, newest first, when the question states nothing else. */
async function findAllWithinConstraints(
  ctx: Context,
  query: string,
  constraints: Constraints,
): Promise<FoundPaper[]> {
  if (query !== '' || !isConstrained(constraints)) return []
  return readPapers(ctx, (await findAuthorPapers(ctx, constraints)).slice(0, MAX_CANDIDATES))
}

/** Returns the first papers of a scope. */
async function findFirstPapers(ctx: Context, scope: string[]): Promise<FoundPaper[]> {
  return findPapersById(ctx, scope.slice(0, MAX_UNRANKED_PAPERS))
}

/** The most papers that are returned without a ranking. */
export const MAX_UNRANKED_PAPERS = 8
