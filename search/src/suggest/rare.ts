import type { FacetMemory, FacetSizes } from '../facets/facets.ts'
import { MASKS, type Segment } from '../index/layout.ts'
import { SPACES } from '../index/terms.ts'
import type { AllValues } from '../index/values.ts'
import type { Plan } from '../planning/plan.ts'
import type { Counts, IndexAnswer, IndexRequest } from '../planning/request.ts'
import { runSearch } from '../ranking/run.ts'
import { beginningsOf, type Completed } from './beginnings.ts'
import { authorPlan, sourcePlan, textPlan } from './plans.ts'
import { termsBeginning } from './term-range.ts'

/** What is asked where what is frequent does not tell. */
export interface Library {
  segments: Segment[]
  values: AllValues
  sizes: FacetSizes
  memory: FacetMemory
}

/** Whoever types waits no longer, nor do those behind. */
const LONGEST_MS = 1_000

type Asked = Pick<IndexRequest, 'plan'> & Partial<Pick<IndexRequest, 'limit' | 'sort' | 'facets'>>

function ask({ segments, sizes, memory }: Library, asked: Asked): IndexAnswer {
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
  return runSearch(segments, sizes, memory, request, LONGEST_MS)
}

/**
 * Values of the papers that have the typed words, those first that themselves begin so. Other values of these papers,
 * as the names of co-authors, begin otherwise.
 */
export function rareValues(library: Library, table: Completed, text: string, wanted: string[]): Counts {
  if (table === 'author' && !wanted.some((each) => hasAuthor(library, each))) return []
  const { facets } = ask(library, { plan: planFor(table, text, wanted), facets: [table] })
  const begins = (beginning: { text: string }) => wanted.some((each) => beginning.text.startsWith(each))
  const found = (facets[table]?.counts ?? []).flatMap(([value, papers]) => {
    const beginnings = beginningsOf(table, library.values[table], value).filter(begins)
    const inner = beginnings.every((each) => each.inner)
    return beginnings.length === 0 ? [] : [{ value, papers, inner }]
  })
  found.sort((a, b) => Number(a.inner) - Number(b.inner))
  return found.map(({ value, papers }) => [value, papers])
}

/** Most of what is typed begins no name. */
function hasAuthor({ segments }: Library, prefix: string): boolean {
  return segments.some((segment) => {
    const [from, to] = termsBeginning(segment, SPACES.author + prefix)
    return to > from
  })
}

function planFor(table: Completed, text: string, wanted: string[]): Plan {
  if (table === 'author') return authorPlan(wanted)
  return table === 'source' ? sourcePlan(text) : textPlan(text, MASKS.keyword)
}

/** Papers of a plan, of several words those that fit best, of one the most cited. */
export function rareTitles(library: Library, plan: Plan, text: string, most: number): number[] {
  const sort = text.includes(' ') ? 'relevance' : 'citations'
  return ask(library, { plan, limit: most, sort }).hits.map(({ seq }) => seq)
}
