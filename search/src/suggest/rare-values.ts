import type { FacetMemory, FacetSizes } from '../facets/facets.ts'
import { MASKS, type Segment } from '../index/layout.ts'
import { prefixRange, SPACES } from '../index/terms.ts'
import type { AllValues } from '../index/values.ts'
import type { Plan } from '../planning/plan.ts'
import type { IndexAnswer, IndexRequest, ValueCounts } from '../planning/term-index.ts'
import { searchSegments } from '../ranking/run.ts'
import { type CompletedTable, valueBeginnings } from './beginnings.ts'
import { authorPrefixPlan, sourcePrefixPlan, typedTextPlan } from './plans.ts'

/** Inputs of completions that the frequent values do not answer. */
export interface CompletionLibrary {
  segments: Segment[]
  values: AllValues
  sizes: FacetSizes
  memory: FacetMemory
}

/** Time limit of such a search, which delays this and later completions. */
const RARE_SEARCH_TIMEOUT_MS = 1_000

type RareRequest = Pick<IndexRequest, 'plan'> & Partial<Pick<IndexRequest, 'limit' | 'sort' | 'facets'>>

function runRareSearch({ segments, sizes, memory }: CompletionLibrary, asked: RareRequest): IndexAnswer {
  const rest = {
    fallback: null,
    min_hits: 0,
    titles: [],
    names: [],
    pairs: [],
    filters: [],
    only_passing: false,
    all_sources: false,
    after_seq: 0,
  }
  const request = { limit: 0, sort: 'relevance' as const, facets: [], ...asked, ...rest }
  return searchSegments(segments, sizes, memory, request, RARE_SEARCH_TIMEOUT_MS)
}

/**
 * Returns values of the papers that have the typed words; values that begin with the text come first. Other values of
 * these papers, such as the names of co-authors, are dropped.
 */
export function findRareValues(
  library: CompletionLibrary,
  table: CompletedTable,
  text: string,
  wanted: string[],
): ValueCounts {
  if (table === 'author' && !wanted.some((each) => hasAuthor(library, each))) return []
  const { facets } = runRareSearch(library, { plan: rareValuesPlan(table, text, wanted), facets: [table] })
  const begins = (beginning: { text: string }) => wanted.some((each) => beginning.text.startsWith(each))
  const found = (facets[table]?.counts ?? []).flatMap(([value, papers]) => {
    const beginnings = valueBeginnings(table, library.values[table], value).filter(begins)
    const inner = beginnings.every((each) => each.inner)
    return beginnings.length === 0 ? [] : [{ value, papers, inner }]
  })
  found.sort((a, b) => Number(a.inner) - Number(b.inner))
  return found.map(({ value, papers }) => [value, papers])
}

/** Returns whether any author begins so: most typed texts begin no name. */
function hasAuthor({ segments }: CompletionLibrary, prefix: string): boolean {
  return segments.some((segment) => {
    const [from, to] = prefixRange(segment, SPACES.author + prefix)
    return to > from
  })
}

function rareValuesPlan(table: CompletedTable, text: string, wanted: string[]): Plan {
  if (table === 'author') return authorPrefixPlan(wanted)
  return table === 'source' ? sourcePrefixPlan(text) : typedTextPlan(text, MASKS.keyword)
}

/** Returns papers of a plan: for several words the best matches, for one word the most cited. */
export function findRareTitles(library: CompletionLibrary, plan: Plan, text: string, most: number): number[] {
  const sort = text.includes(' ') ? 'relevance' : 'citations'
  return runRareSearch(library, { plan, limit: most, sort }).hits.map(({ seq }) => seq)
}
