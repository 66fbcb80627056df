import { titleKey } from '../index/document.ts'
import { SPACES } from '../index/terms.ts'
import type { AllValues } from '../index/values.ts'
import { hasOnlySigns } from '../query/characters.ts'
import { type Condition, conditionFault, conditionsToQuery } from '../query/conditions.ts'
import { parseQuery } from '../query/parse.ts'
import { printQuery } from '../query/print.ts'
import type { ParsedQuery } from '../query/query.ts'
import { type NamedFilter, type NarrowingPlanner, narrowPapers, type PaperFilters } from './filters.ts'
import { type LoweredQuery, lowerQuery } from './lower-query.ts'
import { andPlan, type Plan } from './plan.ts'
import { type PlannedQuery, planQuery } from './plan-query.ts'
import { createLowering } from './query-units.ts'
import type { SortOrder } from './term-index.ts'
import { withPrefixWord } from './unfinished-word.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Criteria of a search; omitted ones do not restrict it. */
export interface SearchCriteria<Filters = PaperFilters> {
  /** In the query language of docs/design/search.md. */
  query: string
  /** Rows of the advanced search, which have to match in addition to the query. */
  conditions?: Condition[]
  filters?: Filters
  /** Whether words are searched as written, without stems and translations. */
  exact?: boolean
  /** Whether Chinese and English terms match each other; true by default. */
  expand?: boolean
}

/**
 * How a query was understood: plain data that can be stored and sent, for displaying it and for highlighting matches.
 */
export interface QueryUnderstanding {
  /** The query as it was understood. */
  text: string
  warnings: string[]
  /** Terms of the query with the translations that are searched too. */
  expansions: { from: string; to: string[] }[]
  /** Set when a pasted identifier was looked up directly. */
  identifier: string | null
  /** A better spelling; null in a plan, set by the search that has looked for one. */
  corrected: string | null
  /** The correction that the search used because nothing matches the query as written; null in a plan. */
  instead: string | null
  /** Plan of the hits; with `fallback`, input of `createHighlighter`. */
  plan: Plan
  /** Plan of papers that lack some of the words; null without one. */
  fallback: Plan | null
  /** Plan that is highlighted instead of `plan`, for quotes beside plain words: `"deep learning" images`. */
  marked?: Plan
}

/** Number of hits below which papers that lack some of the words follow. */
export const MIN_HITS = 10

/** Thrown for conditions that cannot be searched. */
export class ConditionsRefused extends Error {
  /** One per condition; the path names its field: `conditions.0.value`. */
  readonly issues: { path: string; message: string }[]

  constructor(issues: ConditionsRefused['issues']) {
    super('conditions that cannot be searched')
    this.issues = issues
  }
}

/** A search lowered to terms and numbers. */
export interface PlannedSearch {
  parsed: ParsedQuery
  understood: QueryUnderstanding
  filters: NamedFilter[]
  /** Pairs of terms that are adjacent in the query. */
  pairs: LoweredQuery['pairs']
  /** The term of the whole title that the query may be; empty where records are not named by titles. */
  titles: string[]
}

/** What a search of the library has revealed about a query planned before. */
interface LibraryFeedback {
  /** Pairs (`pairKey`) that do not translate each other in this library. */
  other_senses?: ReadonlySet<string>
  /** Whether the last word is a prefix. */
  unfinished?: boolean
}

/**
 * Plans a search for papers from its query, conditions and filters.
 *
 * @throws ConditionsRefused for a condition that cannot be searched: ignoring it would return the whole library.
 */
export function planSearch(
  criteria: SearchCriteria,
  values: AllValues,
  vocabulary: Vocabulary,
): PlannedSearch {
  return planSearchWith(narrowPapers, criteria, values, vocabulary)
}

/**
 * Plans a search in an index with filters of its own.
 *
 * @throws ConditionsRefused for a condition that cannot be searched.
 */
export function planSearchWith<Filters>(
  narrow: NarrowingPlanner<Filters>,
  criteria: SearchCriteria<Filters>,
  values: AllValues,
  vocabulary: Vocabulary,
  { other_senses, unfinished = false }: LibraryFeedback = {},
): PlannedSearch {
  const { query, conditions = [] } = criteria
  requireSearchable(conditions)
  const asWritten = readQuery(query)
  const parsed = unfinished ? withPrefixWord(asWritten) : asWritten
  const lowering = { ...createLowering(criteria, values, vocabulary), ...(other_senses && { other_senses }) }
  const planned = hasOnlySigns(query) ? MATCHES_NOTHING : planQuery(parsed, lowering)
  const rows = conditions.length > 0 ? conditionsToQuery(conditions) : null
  const { filters, parts, named_by_title } = narrow(criteria.filters, values, vocabulary, lowering)
  const conjuncts = [...(rows ? [lowerQuery(explicitQuery(rows), lowering).plan] : []), ...parts]
  const restrict = (plan: Plan) => (conjuncts.length === 0 ? plan : andPlan([plan, ...conjuncts]))
  const understood: QueryUnderstanding = {
    text: [printQuery(parsed.query), rows ? printQuery(rows) : ''].filter(Boolean).join(' AND '),
    warnings: parsed.warnings.map(({ message }) => message),
    expansions: planned.expansions,
    identifier: parsed.identifier?.value ?? null,
    corrected: null,
    instead: null,
    plan: restrict(planned.plan),
    fallback: planned.fallback && restrict(planned.fallback),
    ...(planned.marked && { marked: restrict(planned.marked) }),
  }
  const titles = named_by_title && conditions.length === 0 ? titleTerms(query) : []
  return { parsed, understood, filters, pairs: planned.pairs, titles }
}

/** The plan of a query of signs only. An empty query matches everything instead. */
const MATCHES_NOTHING: PlannedQuery = { plan: { op: 'none' }, fallback: null, expansions: [], pairs: [] }

/** Parses a query and warns when it has nothing to search for. */
function readQuery(query: string): ParsedQuery {
  const parsed = parseQuery(query)
  if (!hasOnlySigns(query)) return parsed
  const warning = { message: '检索式里没有可以检索的文字', start: 0, end: query.length }
  return { ...parsed, warnings: [...parsed.warnings, warning] }
}

/** Throws `ConditionsRefused` when a condition cannot be searched. */
function requireSearchable(conditions: Condition[]): void {
  const issues = conditions.flatMap((condition, index) => {
    const fault = conditionFault(condition)
    return fault ? [{ path: `conditions.${index}.${fault.at}`, message: fault.message }] : []
  })
  if (issues.length > 0) throw new ConditionsRefused(issues)
}

/** Returns a query that is taken as written. */
const explicitQuery = (query: ParsedQuery['query']): ParsedQuery => ({
  query,
  warnings: [],
  explicit: true,
  words: [],
  identifier: null,
})

/**
 * Returns the title term of a query, or an empty list when it has no text. A query that equals a title, apart from
 * punctuation, names that paper.
 */
export function titleTerms(query: string): string[] {
  const key = titleKey(query)
  return key === '' ? [] : [SPACES.title + key]
}

/** Returns the order of a search: without words there is no relevance, so the newest come first. */
export const effectiveSort = (sort: SortOrder, { plan }: QueryUnderstanding): SortOrder =>
  plan.op === 'all' && sort === 'relevance' ? 'date' : sort
