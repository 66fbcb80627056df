import { blankWork, type Work } from '@scinav/contract'
import type { IndexChange } from '../index/document.ts'
import { lowerQuery } from '../planning/lower-query.ts'
import { titleTerms } from '../planning/plan-search.ts'
import type { IndexAnswer, IndexRequest } from '../planning/request.ts'
import type { TermIndex } from '../planning/term-index.ts'
import { ownNamePlans } from '../planning/work-names.ts'
import { parseQuery } from '../query/parse.ts'

let changeCount = 0

/** A paper as the database would tell the index of it; `change` counts up by itself. */
export function paper(seq: number, title: string, more: Partial<Work> = {}, cited_by_count = 0): IndexChange {
  changeCount += 1
  const record = JSON.stringify({ ...blankWork(title, 1), ...more })
  return { seq, change: changeCount, record, cited_by_count }
}

/** A paper that is gone. */
export function deletion(seq: number): IndexChange {
  changeCount += 1
  return { seq, change: changeCount, record: null, cited_by_count: 0 }
}

/** Knows no names: subjects, languages and types are asked for by filters in these tests. */
const EMPTY_LOOKUP = { subjects: () => [], languages: () => [], ranked: () => [], types: () => [] }

/** A request for a written query. */
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

/** Numbers of the papers a query finds, best first. */
export async function findSeqs(index: TermIndex, query: string): Promise<number[]> {
  return (await searchIndex(index, query)).hits.map(({ seq }) => seq)
}
