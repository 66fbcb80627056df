import { titleKey } from '../index/document.ts'
import { identifierTerm } from '../index/fields.ts'
import { SPACES } from '../index/terms.ts'
import type { AllValues } from '../index/values.ts'
import { hasLetter } from '../query/characters.ts'
import { type Condition, conditionFault, conditionsToQuery } from '../query/conditions.ts'
import { parseQuery } from '../query/parse.ts'
import { printQuery } from '../query/print.ts'
import { join, type ParsedQuery } from '../query/query.ts'
import { emphasised } from './emphasis.ts'
import { exactly, fieldPlan } from './field-plans.ts'
import { type Filters, filtersOf, type NamedFilter } from './filters.ts'
import { type PlainText, plainText, translationsFor } from './free-text.ts'
import { lookupIn } from './lookup.ts'
import { type Lowered, lowerQuery } from './lower.ts'
import type { Lowering } from './lowering.ts'
import { type PassageFilters, passageFilters } from './passage-filters.ts'
import { personPlans } from './person.ts'
import { type Plan, unscored } from './plan.ts'
import { withoutQuotes } from './quotes.ts'
import type { Sort } from './request.ts'
import { withBeginning } from './unfinished-word.ts'
import type { Vocabulary } from './vocabulary.ts'
import { allOf, oneOf } from './word-plans.ts'

/** What is looked for; what is left out does not narrow. */
export interface Wanted<Narrowing = Filters> {
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
export interface Understood {
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
export interface Planned {
  parsed: ParsedQuery
  understood: Understood
  filters: NamedFilter[]
  pairs: Lowered['pairs']
  /** Terms of whole titles that the query may be. */
  titles: string[]
}

/** Filters in terms and numbers: what narrows beside the plan, and what narrows as a part of it. */
export interface Narrowed {
  filters: NamedFilter[]
  parts: Plan[]
  /** Whether what is found is called by its title: a heading is the name of none of its passages. */
  called: boolean
}

/** How an index's own filters narrow a search; `undefined` where none are given. */
export type Narrow<Narrowing> = (
  filters: Narrowing | undefined,
  values: AllValues,
  vocabulary: Vocabulary,
  lowering?: Lowering,
) => Narrowed

/** Funds have no column: a filter by fund is a condition of the query, as is what is searched within the results. */
export const narrowPapers: Narrow<Filters> = (
  filters = {},
  values,
  vocabulary,
  lowering = loweringOf({}, values, vocabulary),
) => ({
  filters: filtersOf(filters, values, vocabulary),
  parts: [
    filters.within ? lowerQuery(parseQuery(filters.within), lowering).plan : null,
    filters.fund ? fieldPlan('fund', filters.fund, lowering.lookup) : null,
  ].filter((plan) => plan !== null),
  called: true,
})

export const narrowPassages: Narrow<PassageFilters> = (filters, values) => ({
  filters: passageFilters(filters ?? { dataset_ids: [] }, values),
  parts: [],
  called: false,
})

/**
 * Query, conditions and what is searched within the results, as one plan.
 *
 * @throws ConditionsRefused for a condition that cannot be searched: without it the whole library would be found.
 */
export function planSearch(wanted: Wanted, values: AllValues, vocabulary: Vocabulary): Planned {
  return planWith(narrowPapers, wanted, values, vocabulary)
}

/** What the library says about a query that was planned before. */
interface Learned {
  /** Pairs (`pairKey`) that are no translations there. */
  other_senses?: ReadonlySet<string>
  /** Whether the last word is the beginning of words. */
  unfinished?: boolean
}

const nothing: Lowered = { plan: { op: 'none' }, fallback: null, expansions: [], pairs: [] }

/** Whether a query has signs and nothing to look for: no letter, no digit. A star alone stands for everything. */
const isOfSigns = (query: string): boolean => query.trim() !== '' && query.trim() !== '*' && !hasLetter(query)

function readQuery(query: string): ParsedQuery {
  const parsed = parseQuery(query)
  if (!isOfSigns(query)) return parsed
  const warning = { message: '检索式里没有可以检索的文字', start: 0, end: query.length }
  return { ...parsed, warnings: [...parsed.warnings, warning] }
}

/** The same in an index with filters of its own. */
export function planWith<Narrowing>(
  narrow: Narrow<Narrowing>,
  wanted: Wanted<Narrowing>,
  values: AllValues,
  vocabulary: Vocabulary,
  { other_senses, unfinished = false }: Learned = {},
): Planned {
  const { query, conditions = [] } = wanted
  refuseUnknown(conditions)
  const read = readQuery(query)
  const parsed = unfinished ? withBeginning(read) : read
  const lowering = { ...loweringOf(wanted, values, vocabulary), ...(other_senses && { other_senses }) }
  const lowered: ReturnType<typeof lower> = isOfSigns(query) ? nothing : lower(parsed, lowering)
  const rows = conditions.length > 0 ? conditionsToQuery(conditions) : null
  const { filters, parts, called } = narrow(wanted.filters, values, vocabulary, lowering)
  const extra = [...(rows ? [lowerQuery(explicitly(rows), lowering).plan] : []), ...parts]
  const narrowed = (plan: Plan) => (extra.length === 0 ? plan : allOf([plan, ...extra]))
  const understood: Understood = {
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

const loweringOf = (
  { exact = false, expand = true }: Pick<Wanted, 'exact' | 'expand'>,
  values: AllValues,
  vocabulary: Vocabulary,
): Lowering => ({
  lookup: lookupIn(values, vocabulary),
  bilingual: expand && !exact ? vocabulary.terms : null,
  exact,
})

function refuseUnknown(conditions: NonNullable<Wanted['conditions']>): void {
  const issues = conditions.flatMap((condition, index) => {
    const fault = conditionFault(condition)
    return fault ? [{ path: `conditions.${index}.${fault.at}`, message: fault.message }] : []
  })
  if (issues.length > 0) throw new ConditionsRefused(issues)
}

const explicitly = (query: ParsedQuery['query']): ParsedQuery => ({
  query,
  warnings: [],
  explicit: true,
  words: [],
  identifier: null,
})

/** Words without signs are read as people mean them; a query with signs, or an exact one, as it is written. */
function lower(parsed: ParsedQuery, lowering: Lowering): Lowered & Pick<Understood, 'marked'> {
  if (parsed.identifier) return identified(parsed.identifier, lowerQuery(parsed, lowering))
  if (lowering.exact) return lowerQuery(parsed, lowering)
  const { words, phrases } = withoutQuotes(parsed)
  const plain = plainText(words)
  if (!plain) return lowerQuery(parsed, lowering)
  const lowered = lowerPlain(plain, words, lowering)
  if (phrases.length === 0) return lowered
  const marked = lowerQuery(parsed, lowering).plan
  const plan = allOf([lowered.plan, ...phrases])
  return { ...lowered, plan, fallback: lowered.fallback && withWhole(lowered.fallback, lowered.plan), marked }
}

/** Partial matches in which all words without the quotes count as one thing more: what lacks only those comes first. */
const withWhole = (fallback: Plan, words: Plan): Plan =>
  fallback.op === 'some' ? { ...fallback, parts: [...fallback.parts, unscored(words)] } : fallback

function lowerPlain({ words, left_out }: PlainText, parsed: ParsedQuery, lowering: Lowering): Lowered {
  const plain = { ...parsed, query: join('and', words) }
  const bilingual = lowering.bilingual && translationsFor(lowering.bilingual, plain)
  const lowered = lowerQuery(plain, { ...lowering, bilingual }, left_out)
  const written = parsed.query.kind === 'and' ? parsed.query.parts.length : 1
  return {
    ...lowered,
    plan: oneOf([emphasised(lowered.plan, written), ...personPlans(words)]),
    fallback: lowered.fallback && emphasised(lowered.fallback, written),
  }
}

/** A pasted identifier goes straight to its record; where there is none, it is searched as words. */
function identified({ kind, value }: NonNullable<ParsedQuery['identifier']>, lowered: Lowered): Lowered {
  return {
    ...lowered,
    plan: exactly(SPACES.identifier + identifierTerm(kind, value)),
    fallback: lowered.plan,
    pairs: [],
  }
}

/** Without words there is no relevance: newest first. */
export const sortOf = (sort: Sort, { plan }: Understood): Sort =>
  plan.op === 'all' && sort === 'relevance' ? 'date' : sort
