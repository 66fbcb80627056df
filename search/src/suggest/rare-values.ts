import type { FacetMemory } from '../facets/facet-memory.ts'
import type { FacetSizes } from '../facets/facet-sizes.ts'
import { MASKS, type Segment } from '../index/layout.ts'
import { prefixRange, SPACES } from '../index/terms.ts'
import type { AllValues } from '../index/values.ts'
import type { Plan } from '../planning/plan.ts'
import {
  createRequest,
  type IndexAnswer,
  type IndexRequest,
  type ValueCounts,
} from '../planning/term-index.ts'
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

/**
 * Returns values of the papers that have the typed words; values that begin with the text come first. Other values of
 * these papers, such as the names of co-authors, are dropped.
 *
 * @param beginnings the prefixes of which a beginning of a value must have one (`typedBeginnings`).
 */
export function findRareValues(
  library: CompletionLibrary,
  table: CompletedTable,
  text: string,
  beginnings: string[],
): ValueCounts {
  if (table === 'author' && !beginnings.some((beginning) => hasAuthor(library, beginning))) return []
  const { facets } = runRareSearch(library, {
    plan: rareValuesPlan(table, text, beginnings),
    facets: [table],
  })
  const isTyped = ({ text: candidate }: { text: string }) =>
    beginnings.some((beginning) => candidate.startsWith(beginning))
  const found = (facets[table]?.counts ?? []).flatMap(([value, papers]) => {
    const typed = valueBeginnings(table, library.values[table], value).filter(isTyped)
    const inner = typed.every((beginning) => beginning.inner)
    return typed.length === 0 ? [] : [{ value, papers, inner }]
  })
  found.sort((a, b) => Number(a.inner) - Number(b.inner))
  return found.map(({ value, papers }) => [value, papers])
}

/** Returns whether the name of any author begins with a prefix: most typed texts begin no name. */
function hasAuthor({ segments }: CompletionLibrary, prefix: string): boolean {
  return segments.some((segment) => {
    const [from, to] = prefixRange(segment, SPACES.author + prefix)
    return to > from
  })
}

/** Time limit of a search for completions, which delays later ones too. */
const RARE_SEARCH_TIMEOUT_MS = 1_000

/** The parts of a request that a search for rare values uses. */
type RareRequest = Pick<IndexRequest, 'plan'> & Partial<Pick<IndexRequest, 'limit' | 'sort' | 'facets'>>

/**
 * Runs a search for completions.
 *
 * @throws SearchTooLong when it exceeds its time limit.
 */
function runRareSearch(
  { segments, sizes, memory }: CompletionLibrary,
  { plan, ...options }: RareRequest,
): IndexAnswer {
  const request = { ...createRequest(plan), ...options }
  return searchSegments({ segments, sizes, memory, request }, RARE_SEARCH_TIMEOUT_MS)
}

/** Returns the plan of papers that may have a value of the table that begins with the text. */
function rareValuesPlan(table: CompletedTable, text: string, beginnings: string[]): Plan {
  if (table === 'author') return authorPrefixPlan(beginnings)
  return table === 'source' ? sourcePrefixPlan(text) : typedTextPlan(text, MASKS.keyword)
}

/** Returns the numbers of papers that match a plan: for several words the best matches, for one the most cited. */
export function findRareTitles(
  library: CompletionLibrary,
  plan: Plan,
  text: string,
  limit: number,
): number[] {
  const sort = text.includes(' ') ? 'relevance' : 'citations'
  return runRareSearch(library, { plan, limit, sort }).hits.map(({ seq }) => seq)
}
