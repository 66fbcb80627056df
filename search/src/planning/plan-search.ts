import { titleKey } from '../index/document.ts'
import { identifierTerm } from '../index/fields.ts'
import { SPACES } from '../index/terms.ts'
import type { AllValues } from '../index/values.ts'
import { hasLetter } from '../query/characters.ts'
import { type Condition, conditionFault, conditionsToQuery } from '../query/conditions.ts'
import { parseQuery } from '../query/parse.ts'
import { printQuery } from '../query/print.ts'
import { joinQueries, type ParsedQuery } from '../query/query.ts'
import { emphasizePlan } from './emphasis.ts'
import { exactPlan, fieldPlan } from './field-plans.ts'
import { type NamedFilter, type PaperFilters, planFilters } from './filters.ts'
import { type FreeText, readFreeText, translationsFor } from './free-text.ts'
import { createLookup } from './lookup.ts'
import { type LoweredQuery, lowerQuery } from './lower-query.ts'
import type { LoweringContext } from './lowering.ts'
import { type PassageFilters, passageFilters } from './passage-filters.ts'
import { personPlans } from './person.ts'
import { type Plan, withoutScore } from './plan.ts'
import { separateQuotes } from './quotes.ts'
import type { SortOrder } from './request.ts'
import { withPrefixWord } from './unfinished-word.ts'
import type { Vocabulary } from './vocabulary.ts'
import { andPlan, orPlan } from './word-plans.ts'

/** Criteria of a search; omitted ones do not restrict it. */
export interface SearchCriteria<Narrowing = PaperFilters> {
  /** In the query language of docs/design/search.md. */
  query: string
  conditions?: Condition[]
  filters?: Narrowing
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
  expansions: { from: string; to: string[] }[]
  /** Set when a pasted identifier was looked up directly. */
  identifier: string | null
  /** A better spelling, if one was looked for. */
  corrected: string | null
  /** The correction that was searched because nothing matches the query as written. */
  instead: string | null
  /** Plans of the hits and of partial matches; input of `createHighlighter`. */
  plan: Plan
  fallback: Plan | null
  /** Plan that is highlighted instead, when quotes join words. */
  marked?: Plan
}

/** With fewer hits than this, papers that lack some of the words follow. */
export const MIN_HITS = 10

/** Thrown for conditions that cannot be searched; `issues` names each. */
export class ConditionsRefused extends Error {
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
  pairs: LoweredQuery['pairs']
  /** Terms of whole titles that the query may be. */
  titles: string[]
}

/** Filters lowered to terms and numbers: those applied in addition to the plan, and those that become parts of it. */
export interface NarrowingPlan {
  filters: NamedFilter[]
  parts: Plan[]
  /** Whether records are named by their titles: a heading does not name any of its passages. */
  called: boolean
}

/** Plans the filters of an index; `filters` is undefined when none are given. */
export type NarrowingPlanner<Narrowing> = (
  filters: Narrowing | undefined,
  values: AllValues,
  vocabulary: Vocabulary,
  lowering?: LoweringContext,
) => NarrowingPlan

/** Plans filters of papers. Funds have no column: a filter by fund becomes a part of the query, as does `within`. */
export const narrowPapers: NarrowingPlanner<PaperFilters> = (
  filters = {},
  values,
  vocabulary,
  lowering = createLowering({}, values, vocabulary),
) => ({
  filters: planFilters(filters, values, vocabulary),
  parts: [
    filters.within ? lowerQuery(parseQuery(filters.within), lowering).plan : null,
    filters.fund ? fieldPlan('fund', filters.fund, lowering.lookup) : null,
  ].filter((plan) => plan !== null),
  called: true,
})

/** Plans filters of passages; without filters nothing may be read, so nothing matches. */
export const narrowPassages: NarrowingPlanner<PassageFilters> = (filters, values) => ({
  filters: passageFilters(filters ?? { dataset_ids: [] }, values),
  parts: [],
  called: false,
})

/**
 * Plans a search from its query, conditions and filters.
 *
 * @throws ConditionsRefused for a condition that cannot be searched: ignoring it would return the whole library.
 */
export function planSearch(wanted: SearchCriteria, values: AllValues, vocabulary: Vocabulary): PlannedSearch {
  return planSearchWith(narrowPapers, wanted, values, vocabulary)
}

/** What a search of the library has revealed about a query planned before. */
interface LibraryFeedback {
  /** Pairs (`pairKey`) that do not translate each other in this library. */
  other_senses?: ReadonlySet<string>
  /** Whether the last word is a prefix. */
  unfinished?: boolean
}

const EMPTY_QUERY: LoweredQuery = { plan: { op: 'none' }, fallback: null, expansions: [], pairs: [] }

/** Returns whether a query has characters but neither a letter nor a digit. A single star means everything. */
const hasOnlySigns = (query: string): boolean =>
  query.trim() !== '' && query.trim() !== '*' && !hasLetter(query)

function readQuery(query: string): ParsedQuery {
  const parsed = parseQuery(query)
  if (!hasOnlySigns(query)) return parsed
  const warning = { message: '检索式里没有可以检索的文字', start: 0, end: query.length }
  return { ...parsed, warnings: [...parsed.warnings, warning] }
}

/**
 * Plans a search in an index with filters of its own.
 *
 * @throws ConditionsRefused for a condition that cannot be searched.
 */
export function planSearchWith<Narrowing>(
  narrow: NarrowingPlanner<Narrowing>,
  wanted: SearchCriteria<Narrowing>,
  values: AllValues,
  vocabulary: Vocabulary,
  { other_senses, unfinished = false }: LibraryFeedback = {},
): PlannedSearch {
  const { query, conditions = [] } = wanted
  refuseUnknown(conditions)
  const read = readQuery(query)
  const parsed = unfinished ? withPrefixWord(read) : read
  const lowering = { ...createLowering(wanted, values, vocabulary), ...(other_senses && { other_senses }) }
  const lowered: ReturnType<typeof lowerParsed> = hasOnlySigns(query)
    ? EMPTY_QUERY
    : lowerParsed(parsed, lowering)
  const rows = conditions.length > 0 ? conditionsToQuery(conditions) : null
  const { filters, parts, called } = narrow(wanted.filters, values, vocabulary, lowering)
  const extra = [...(rows ? [lowerQuery(explicitQuery(rows), lowering).plan] : []), ...parts]
  const narrowed = (plan: Plan) => (extra.length === 0 ? plan : andPlan([plan, ...extra]))
  const understood: QueryUnderstanding = {
    text: [printQuery(parsed.query), rows ? printQuery(rows) : ''].filter(Boolean).join(' AND '),
    warnings: parsed.warnings.map(({ message }) => message),
    expansions: lowered.expansions,
    identifier: parsed.identifier?.value ?? null,
    corrected: null,
    instead: null,
    plan: narrowed(lowered.plan),
    fallback: lowered.fallback && narrowed(lowered.fallback),
    ...(lowered.marked && { marked: narrowed(lowered.marked) }),
  }
  const titles = called && conditions.length === 0 ? titleTerms(query) : []
  return { parsed, understood, filters, pairs: lowered.pairs, titles }
}

/** Returns the title term of a query: a query that equals a title, apart from punctuation, names that paper. */
export function titleTerms(query: string): string[] {
  const key = titleKey(query)
  return key === '' ? [] : [SPACES.title + key]
}

const createLowering = (
  { exact = false, expand = true }: Pick<SearchCriteria, 'exact' | 'expand'>,
  values: AllValues,
  vocabulary: Vocabulary,
): LoweringContext => ({
  lookup: createLookup(values, vocabulary),
  bilingual: expand && !exact ? vocabulary.terms : null,
  exact,
})

function refuseUnknown(conditions: NonNullable<SearchCriteria['conditions']>): void {
  const issues = conditions.flatMap((condition, index) => {
    const fault = conditionFault(condition)
    return fault ? [{ path: `conditions.${index}.${fault.at}`, message: fault.message }] : []
  })
  if (issues.length > 0) throw new ConditionsRefused(issues)
}

const explicitQuery = (query: ParsedQuery['query']): ParsedQuery => ({
  query,
  warnings: [],
  explicit: true,
  words: [],
  identifier: null,
})

/** Lowers a parsed query: plain words are interpreted, while an explicit or exact query is taken as written. */
function lowerParsed(
  parsed: ParsedQuery,
  lowering: LoweringContext,
): LoweredQuery & Pick<QueryUnderstanding, 'marked'> {
  if (parsed.identifier) return identifierPlan(parsed.identifier, lowerQuery(parsed, lowering))
  if (lowering.exact) return lowerQuery(parsed, lowering)
  const { words, phrases } = separateQuotes(parsed)
  const plain = readFreeText(words)
  if (!plain) return lowerQuery(parsed, lowering)
  const lowered = lowerPlain(plain, words, lowering)
  if (phrases.length === 0) return lowered
  const marked = lowerQuery(parsed, lowering).plan
  const plan = andPlan([lowered.plan, ...phrases])
  return {
    ...lowered,
    plan,
    fallback: lowered.fallback && addWholePart(lowered.fallback, lowered.plan),
    marked,
  }
}

/**
 * Adds all words without the quotes as one more part of partial matches, so that papers lacking only the phrases come
 * first.
 */
const addWholePart = (fallback: Plan, words: Plan): Plan =>
  fallback.op === 'some' ? { ...fallback, parts: [...fallback.parts, withoutScore(words)] } : fallback

function lowerPlain(
  { words, left_out }: FreeText,
  parsed: ParsedQuery,
  lowering: LoweringContext,
): LoweredQuery {
  const plain = { ...parsed, query: joinQueries('and', words) }
  const bilingual = lowering.bilingual && translationsFor(lowering.bilingual, plain)
  const lowered = lowerQuery(plain, { ...lowering, bilingual }, left_out)
  const written = parsed.query.kind === 'and' ? parsed.query.parts.length : 1
  return {
    ...lowered,
    plan: orPlan([emphasizePlan(lowered.plan, written), ...personPlans(words)]),
    fallback: lowered.fallback && emphasizePlan(lowered.fallback, written),
  }
}

/** Makes a pasted identifier match its record, and fall back to its words when there is none. */
function identifierPlan(
  { kind, value }: NonNullable<ParsedQuery['identifier']>,
  lowered: LoweredQuery,
): LoweredQuery {
  return {
    ...lowered,
    plan: exactPlan(SPACES.identifier + identifierTerm(kind, value)),
    fallback: lowered.plan,
    pairs: [],
  }
}

/** Returns the order of a search: without words there is no relevance, so the newest come first. */
export const effectiveSort = (sort: SortOrder, { plan }: QueryUnderstanding): SortOrder =>
  plan.op === 'all' && sort === 'relevance' ? 'date' : sort
