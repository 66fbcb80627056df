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

/** What is looked for; what is left out does not narrow. */
export interface SearchCriteria<Narrowing = PaperFilters> {
  /** In the language of docs/design/search.md. */
  query: string
  conditions?: Condition[]
  filters?: Narrowing
  /** Words as they are written, without stems and translations. */
  exact?: boolean
  /** Chinese and English terms find each other; yes if not said otherwise. */
  expand?: boolean
}

/** What was made of a query: plain data that can be stored and sent, for showing it and for marking what it finds. */
export interface QueryUnderstanding {
  /** The query as it was understood. */
  text: string
  warnings: string[]
  expansions: { from: string; to: string[] }[]
  /** Set where a pasted identifier went straight to its record. */
  identifier: string | null
  /** A better spelling, where one was looked for. */
  corrected: string | null
  /** What was searched instead of what was written, because nothing has that. */
  instead: string | null
  /** What hits are looked for with, and those that lack some words; for `highlighter`. */
  plan: Plan
  fallback: Plan | null
  /** What is marked in their stead, where quotes say that words are meant together. */
  marked?: Plan
}

/** Fewer hits than this, and papers that lack some of the words follow. */
export const MIN_HITS = 10

/** A condition that cannot be searched. */
export class ConditionsRefused extends Error {
  readonly issues: { path: string; message: string }[]

  constructor(issues: ConditionsRefused['issues']) {
    super('conditions that cannot be searched')
    this.issues = issues
  }
}

/** A search in terms and numbers. */
export interface PlannedSearch {
  parsed: ParsedQuery
  understood: QueryUnderstanding
  filters: NamedFilter[]
  pairs: LoweredQuery['pairs']
  /** Terms of whole titles that the query may be. */
  titles: string[]
}

/** Filters in terms and numbers: what narrows beside the plan, and what narrows as a part of it. */
export interface NarrowingPlan {
  filters: NamedFilter[]
  parts: Plan[]
  /** Whether what is found is called by its title: a heading is the name of none of its passages. */
  called: boolean
}

/** How an index's own filters narrow a search; `undefined` where none are given. */
export type NarrowingPlanner<Narrowing> = (
  filters: Narrowing | undefined,
  values: AllValues,
  vocabulary: Vocabulary,
  lowering?: LoweringContext,
) => NarrowingPlan

/** Funds have no column: a filter by fund is a condition of the query, as is what is searched within the results. */
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

export const narrowPassages: NarrowingPlanner<PassageFilters> = (filters, values) => ({
  filters: passageFilters(filters ?? { dataset_ids: [] }, values),
  parts: [],
  called: false,
})

/**
 * Query, conditions and what is searched within the results, as one plan.
 *
 * @throws ConditionsRefused for a condition that cannot be searched: without it the whole library would be found.
 */
export function planSearch(wanted: SearchCriteria, values: AllValues, vocabulary: Vocabulary): PlannedSearch {
  return planSearchWith(narrowPapers, wanted, values, vocabulary)
}

/** What the library says about a query that was planned before. */
interface LibraryFeedback {
  /** Pairs (`pairKey`) that are no translations there. */
  other_senses?: ReadonlySet<string>
  /** Whether the last word is the beginning of words. */
  unfinished?: boolean
}

const EMPTY_QUERY: LoweredQuery = { plan: { op: 'none' }, fallback: null, expansions: [], pairs: [] }

/** Whether a query has signs and nothing to look for: no letter, no digit. A star alone stands for everything. */
const hasOnlySigns = (query: string): boolean =>
  query.trim() !== '' && query.trim() !== '*' && !hasLetter(query)

function readQuery(query: string): ParsedQuery {
  const parsed = parseQuery(query)
  if (!hasOnlySigns(query)) return parsed
  const warning = { message: '检索式里没有可以检索的文字', start: 0, end: query.length }
  return { ...parsed, warnings: [...parsed.warnings, warning] }
}

/** The same in an index with filters of its own. */
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

/** A query that is a title, whatever signs and function words stand in it, is that paper's name. */
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

/** Words without signs are read as people mean them; a query with signs, or an exact one, as it is written. */
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

/** Partial matches in which all words without the quotes count as one thing more: what lacks only those comes first. */
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

/** A pasted identifier goes straight to its record; where there is none, it is searched as words. */
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

/** Without words there is no relevance: newest first. */
export const effectiveSort = (sort: SortOrder, { plan }: QueryUnderstanding): SortOrder =>
  plan.op === 'all' && sort === 'relevance' ? 'date' : sort
