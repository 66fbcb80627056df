import {
  type Evidence,
  filterRelevant,
  isRelated,
  type Retrieval,
  type RetrievalRequest,
} from '../../retrieval/index.ts'

/** Returns evidence to show as related; that of chosen papers and of a named author needs less coverage. */
export function relatedEvidence(
  { evidence, concepts }: Retrieval,
  { scope, constraints }: RetrievalRequest,
): Evidence[] {
  const isChosen = scope.paper_ids.length > 0 || (constraints?.author ?? []).length > 0
  return isChosen
    ? filterRelevant(evidence, 'related', true)
    : evidence.filter((each) => each.near_rank !== undefined || isRelated(each, concepts))
}

/** The least coverage, relative to the best, of further papers in a list of an author's papers. */
const MIN_SHARE_OF_BEST = 0.7

/**
 * Returns evidence that may answer. A list of an author's papers falls back to what comes close to the best match,
 * because its subject may be broad: 「在历史或文学方面」.
 */
export function answeringEvidence(
  { evidence, scoped, question }: Retrieval,
  { constraints }: RetrievalRequest,
): Evidence[] {
  const relevant = filterRelevant(evidence, 'quotes', scoped)
  const isListOfAuthor = question.type === 'list' && (constraints?.author ?? []).length > 0
  if (relevant.length > 0 || !isListOfAuthor) return relevant
  const bestCoverage = Math.max(0, ...evidence.map(({ coverage }) => coverage))
  return filterRelevant(evidence, 'quotes', true).filter(
    ({ coverage }) => coverage >= bestCoverage * MIN_SHARE_OF_BEST,
  )
}
