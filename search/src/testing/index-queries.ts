import { blankWork, type Work } from '@scinav/contract'
import type { IndexChange } from '../index/document.ts'
import { lowerQuery } from '../planning/lower-query.ts'
import { ownNamePlans } from '../planning/named-works.ts'
import { titleTerms } from '../planning/plan-search.ts'
import type { IndexAnswer, IndexRequest, TermIndex } from '../planning/term-index.ts'
import { parseQuery } from '../query/parse.ts'

let changeCount = 0

/** Creates the index change of a paper as the database would send it; `change` is incremented automatically. */
export function paper(seq: number, title: string, more: Partial<Work> = {}, cited_by_count = 0): IndexChange {
  changeCount += 1
  const record = JSON.stringify({ ...blankWork(title, 1), ...more })
  return { seq, change: changeCount, record, cited_by_count }
}

/** Creates the index change of a deleted paper. */
export function deletion(seq: number): IndexChange {
  changeCount += 1
  return { seq, change: changeCount, record: null, cited_by_count: 0 }
}

/** A lookup without names: these tests select subjects, languages and types by filters. */
const EMPTY_LOOKUP = { subjects: () => [], languages: () => [], sourcesWithRank: () => [], types: () => [] }

/** Creates a request for a written query. */
function requestForQuery(query: string, more: Partial<IndexRequest> = {}): IndexRequest {
  const lowered = lowerQuery(parseQuery(query), { lookup: EMPTY_LOOKUP, bilingual: null, exact: false })
  const { plan, fallback, pairs } = lowered
  const rest = { min_hits: 10, sort: 'relevance', limit: 20, after_seq: 0, all_sources: false } as const
  const all = { filters: [], only_passing: false, facets: [] }
  return {
    plan,
    fallback,
    pairs,
    titles: titleTerms(query),
    names: ownNamePlans(query),
    ...rest,
    ...all,
    ...more,
  }
}

export function searchIndex(
  index: TermIndex,
  query: string,
  more: Partial<IndexRequest> = {},
): Promise<IndexAnswer> {
  return index.search(requestForQuery(query, more))
}

/** Returns the numbers of the papers that a query finds, best first. */
export async function findSeqs(index: TermIndex, query: string): Promise<number[]> {
  return (await searchIndex(index, query)).hits.map(({ seq }) => seq)
}
