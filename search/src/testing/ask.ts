import { blankWork, type Work } from '@scinav/contract'
import type { IndexChange } from '../index/document.ts'
import { lowerQuery } from '../planning/lower.ts'
import { titleTerms } from '../planning/plan-search.ts'
import type { IndexAnswer, IndexRequest } from '../planning/request.ts'
import type { TermIndex } from '../planning/term-index.ts'
import { ownNames } from '../planning/work-names.ts'
import { parseQuery } from '../query/parse.ts'

let changes = 0

/** A paper as the database would tell the index of it; `change` counts up by itself. */
export function paper(seq: number, title: string, more: Partial<Work> = {}, cited_by_count = 0): IndexChange {
  changes += 1
  const record = JSON.stringify({ ...blankWork(title, 1), ...more })
  return { seq, change: changes, record, cited_by_count }
}

/** A paper that is gone. */
export function gone(seq: number): IndexChange {
  changes += 1
  return { seq, change: changes, record: null, cited_by_count: 0 }
}

/** Knows no names: subjects, languages and types are asked for by filters in these tests. */
const noLookup = { subjects: () => [], languages: () => [], ranked: () => [], types: () => [] }

/** A request for a written query. */
function requestFor(query: string, more: Partial<IndexRequest> = {}): IndexRequest {
  const lowered = lowerQuery(parseQuery(query), { lookup: noLookup, bilingual: null, exact: false })
  const { plan, fallback, pairs } = lowered
  const rest = { min_hits: 10, sort: 'relevance', limit: 20, after_seq: 0, all_sources: false } as const
  const all = { filters: [], only_passing: false, facets: [] }
  return {
    plan,
    fallback,
    pairs,
    titles: titleTerms(query),
    names: ownNames(query),
    ...rest,
    ...all,
    ...more,
  }
}

export function find(
  index: TermIndex,
  query: string,
  more: Partial<IndexRequest> = {},
): Promise<IndexAnswer> {
  return index.search(requestFor(query, more))
}

/** Numbers of the papers a query finds, best first. */
export async function found(index: TermIndex, query: string): Promise<number[]> {
  return (await find(index, query)).hits.map(({ seq }) => seq)
}
