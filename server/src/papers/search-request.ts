import type { api, ParsedInputOf } from '@scinav/contract'
import {
  type AllValues,
  allOf,
  authorKey,
  conditionFault,
  conditionsToQuery,
  exactly,
  type Filter,
  fieldPlan,
  identifierTerm,
  keywordKey,
  type Lowered,
  lowerQuery,
  type ParsedQuery,
  type Plan,
  parseQuery,
  printQuery,
  rangePlan,
  SPACES,
  sourceKey,
} from '@scinav/search'
import { venueWords } from '../dictionaries/venue.service.ts'
import { AppError } from '../errors.ts'
import { bilingualTerms } from './bilingual.ts'
import { emphasised } from './emphasis.ts'
import { languageKey, lookupIn, numbersWith, type RankedSources, subjectKey } from './lookup.ts'
import { plainWords, translationsFor } from './plain-words.ts'

type Input = ParsedInputOf<typeof api.papers.search>
/** What says which papers are meant, without paging. */
export type Wanted = Pick<Input, 'query' | 'conditions' | 'filters' | 'exact' | 'expand'>

export interface Understood extends Lowered {
  parsed: ParsedQuery
  text: string
}

/** Fewer hits than this, and papers that lack some of the words follow. */
export const ENOUGH = 10

/**
 * Query, conditions and what is searched within the results, as one plan. `terms` stand for each other.
 *
 * @throws AppError `input.invalid` for a condition that cannot be searched: without it the whole library would be found.
 */
export function understand(
  wanted: Wanted,
  values: AllValues,
  ranked: RankedSources,
  terms = bilingualTerms(),
): Understood {
  refuseUnknown(wanted)
  const parsed = parseQuery(wanted.query)
  const lowering = {
    lookup: lookupIn(values, ranked),
    bilingual: wanted.expand && !wanted.exact ? terms : null,
    exact: wanted.exact,
  }
  const lowered = lower(parsed, lowering)
  const extra = [
    conditionsPlan(wanted, lowering),
    withinPlan(wanted, lowering),
    fundPlan(wanted, lowering),
  ].filter((plan) => plan !== null)
  const text = [printQuery(parsed.query), conditionsText(wanted)].filter(Boolean).join(' AND ')
  if (extra.length === 0) return { ...lowered, parsed, text }
  return {
    ...lowered,
    parsed,
    text,
    plan: allOf([lowered.plan, ...extra]),
    loose: lowered.loose && allOf([lowered.loose, ...extra]),
  }
}

function refuseUnknown({ conditions }: Wanted): void {
  const issues = conditions.flatMap((condition, index) => {
    const fault = conditionFault(condition)
    return fault ? [{ path: `conditions.${index}.${fault.at}`, message: fault.message }] : []
  })
  if (issues.length > 0) throw new AppError('input.invalid', { issues })
}

type Lowering = Parameters<typeof lowerQuery>[1]

/** Words without signs are read as people mean them; a query with signs, or an exact one, as it is written. */
function lower(parsed: ParsedQuery, lowering: Lowering): Lowered {
  if (parsed.identifier) return identified(parsed.identifier, lowerQuery(parsed, lowering))
  if (parsed.explicit || lowering.exact) return lowerQuery(parsed, lowering)
  const plain = plainWords(parsed)
  const bilingual = lowering.bilingual && translationsFor(lowering.bilingual, plain)
  const lowered = lowerQuery(plain, { ...lowering, bilingual })
  const written = parsed.query.kind === 'and' ? parsed.query.parts.length : 1
  return {
    ...lowered,
    plan: emphasised(lowered.plan, written),
    loose: lowered.loose && emphasised(lowered.loose, written),
  }
}

/** A pasted identifier goes straight to its record; where there is none, it is searched as words. */
function identified({ kind, value }: NonNullable<ParsedQuery['identifier']>, lowered: Lowered): Lowered {
  return {
    ...lowered,
    plan: exactly(SPACES.identifier + identifierTerm(kind, value)),
    loose: lowered.plan,
    pairs: [],
  }
}

function conditionsPlan({ conditions }: Wanted, lowering: Lowering): Plan | null {
  if (conditions.length === 0) return null
  const query = conditionsToQuery(conditions)
  return lowerQuery({ query, warnings: [], explicit: true, words: [], identifier: null }, lowering).plan
}

function conditionsText({ conditions }: Wanted): string {
  return conditions.length === 0 ? '' : printQuery(conditionsToQuery(conditions))
}

function withinPlan({ filters }: Wanted, lowering: Lowering): Plan | null {
  return filters.within ? lowerQuery(parseQuery(filters.within), lowering).plan : null
}

/** Funds have no column: a filter by fund is a condition of the query. */
function fundPlan({ filters }: Wanted, { lookup }: Lowering): Plan | null {
  return filters.fund ? fieldPlan('fund', filters.fund, lookup) : null
}

const DEGREES = { bachelor: 1, master: 2, doctor: 3 } as const

/** The filters with their facets; `name` is the input's field, for saying what leaving it out would add. */
export function filtersOf(
  filters: Input['filters'],
  values: AllValues,
  ranked: RankedSources,
): (Filter & { name: string })[] {
  const { subject_code, language, author, keyword, rank } = filters
  const named: ((Filter & { name: string }) | null)[] = [
    yearFilter(filters),
    listFilter('resource_type', 'resource_type', filters.resource_type, typesPlan),
    listFilter('source', 'source', filters.source, (list) =>
      valuesPlan(
        'source',
        list.flatMap((name) => [sourceKey(name), ...venueWords(name)]),
        values,
      ),
    ),
    listFilter('subject', 'subject_code', subject_code, (list) => ({
      op: 'values',
      column: 'subject',
      numbers: list.flatMap((code) => numbersWith(values.subject, subjectKey(code))),
    })),
    listFilter('language', 'language', language, (list) =>
      valuesPlan('language', list.map(languageKey), values),
    ),
    listFilter('author', 'author', author, (list) => valuesPlan('author', list.map(authorKey), values)),
    listFilter('keyword', 'keyword', keyword, (list) => valuesPlan('keyword', list.map(keywordKey), values)),
    listFilter(null, 'rank', rank, (list) => valuesPlan('source', list.flatMap(ranked), values)),
    listFilter(null, 'degree', filters.degree, (list) => ({
      op: 'degree',
      degrees: list.map((each) => DEGREES[each]),
    })),
    filters.is_oa === undefined
      ? null
      : { name: 'is_oa', facet: 'is_oa', plan: { op: 'flag', flag: 'oa', set: filters.is_oa } },
  ]
  return named.filter((filter) => filter !== null)
}

type FilterPlan = Filter['plan']

function listFilter<Value>(
  facet: Filter['facet'],
  name: string,
  list: Value[],
  plan: (list: Value[]) => FilterPlan,
): (Filter & { name: string }) | null {
  return list.length === 0 ? null : { facet, name, plan: plan(list) }
}

function yearFilter({ year_from, year_to }: Input['filters']): (Filter & { name: string }) | null {
  if (year_from === undefined && year_to === undefined) return null
  const plan = rangePlan('year', year_from ?? null, year_to ?? null)
  return plan.op === 'range' ? { name: 'year', facet: 'year', plan } : null
}

/** Types lie apart, so they are a list, not a range. */
function typesPlan(list: number[]): FilterPlan {
  return { op: 'types', types: list }
}

function valuesPlan(
  column: 'source' | 'language' | 'author' | 'keyword',
  keys: string[],
  values: AllValues,
): FilterPlan {
  return { op: 'values', column, numbers: keys.flatMap((key) => values[column].numberOf(key) ?? []) }
}
