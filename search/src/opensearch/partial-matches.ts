// Finds records that lack some of the words of a query.
import type { Plan } from '../planning/plan.ts'
import { MAX_FOLLOWING, SHORT_LIST_HITS } from '../ranking/find-all.ts'
import { coveringParts, PRESENCE_SHARE } from '../ranking/find-fallback.ts'
import { MAX_RERANKED } from '../ranking/rank.ts'
import { matchQuery } from './match-query.ts'
import type { OpenedIndex } from './opened-index.ts'
import { anyOf, MATCH_NONE, type OpenSearchQuery } from './query.ts'
import { scoreQueries } from './score-query.ts'
import { countBody, type PreparedSearch } from './search-bodies.ts'
import { type SearchResult, searchEach } from './searches.ts'
import { MAX_RESULT_WINDOW, readHits, type ScoredHit, topHitsBody } from './top-hits.ts'

/** Records that lack some of the words of a query. */
interface PartialMatches {
  count: number
  /** Whether they count like hits. */
  isCounted: boolean
  /** Counts of hits and partial matches together, if they count like hits. */
  answer?: SearchResult
  hits?: ScoredHit[]
}

/**
 * Finds records that lack some of the words. They are counted like hits when there are few hits, and follow the hits
 * when the list is short.
 */
export async function findPartialMatches(
  opened: OpenedIndex,
  prepared: PreparedSearch,
  { unfiltered, total }: { unfiltered: number; total: number },
): Promise<PartialMatches> {
  const { request, context, strict, newer, filters } = prepared
  const { fallback, min_hits, limit } = request
  if (!fallback) return { count: 0, isCounted: false }
  const isCounted = unfiltered < min_hits
  const follows = limit > 0 && total < Math.max(limit, SHORT_LIST_HITS)
  if (!isCounted && !follows) return { count: 0, isCounted: false }
  const partialQuery = matchQuery(fallback, context)
  const query: OpenSearchQuery = {
    bool: {
      filter: [partialQuery, ...newer, ...filters],
      must_not: strict === MATCH_NONE ? [] : [strict],
      should: request.sort === 'relevance' ? fallbackScores(fallback, prepared) : [],
    },
  }
  const size = Math.min(MAX_RESULT_WINDOW, Math.max(limit, MAX_RERANKED))
  const list = { ...topHitsBody(query, request.sort, size), track_total_hits: true }
  const bodies = isCounted ? [list, countBody(prepared, anyOf([strict, partialQuery]))] : [list]
  const [matches, answer] = await searchEach(opened.client, opened.target, bodies)
  if (!matches) return { count: 0, isCounted: false }
  const count = isCounted ? matches.total : Math.min(MAX_FOLLOWING, matches.total)
  return { count, isCounted, hits: readHits(matches, prepared.scale.unit), ...(answer && { answer }) }
}

/** Scores partial matches by the weights of their words, and by each word's presence. */
function fallbackScores(fallback: Plan, { scale, context }: PreparedSearch): OpenSearchQuery[] {
  const presence = coveringParts(fallback).map((part) => ({
    constant_score: {
      filter: matchQuery(part, context),
      boost: PRESENCE_SHARE * context.idfOf(part) * scale.unit,
    },
  }))
  return [...scoreQueries(fallback, scale), ...presence]
}
