import { ANY_MASK } from '../index/layout.ts'
import { AUTHOR_MASKS, isSpaceTerm } from '../index/terms.ts'
import type { PhrasePlan, Plan, PrefixPlan } from '../planning/plan.ts'
import { EMPTY_POSITION, type TextField, TOKEN_SEPARATOR } from './mapping.ts'
import { nearQuery } from './near-query.ts'
import { patternQuery } from './pattern.ts'
import { allOf, anyOf, MATCH_ALL, MATCH_NONE, maskTexts, type OpenSearchQuery } from './query.ts'
import { encodeTerm } from './term-text.ts'

/** Lookups that the translation of a plan needs. */
export interface QueryContext {
  /** Returns the keys of values given by number. */
  keysOf: (column: 'source' | 'author' | 'keyword' | 'subject' | 'language', numbers: number[]) => string[]
  /** Returns the weight of a part of a minimum-should-match plan. */
  idfOf: (plan: Plan) => number
}

/** Names of the fields that hold the values of each table. */
export const VALUE_FIELDS = {
  source: 'source',
  author: 'author',
  keyword: 'keywords',
  subject: 'subject',
  language: 'language',
} as const

/** Translates a plan into a query that matches the same records; it does not determine scores. */
export function matchQuery(plan: Plan, context: QueryContext): OpenSearchQuery {
  const translate = (part: Plan) => matchQuery(part, context)
  switch (plan.op) {
    case 'and':
      return allOf(plan.parts.map(translate))
    case 'or':
      return anyOf(plan.parts.map(translate))
    case 'some':
      return anyOf([...plan.parts, ...plan.extra].map(translate))
    case 'boost':
      return translate(plan.part)
    case 'not':
      return { bool: { must_not: [translate(plan.part)] } }
    case 'min_should_match':
      return minimumQuery(plan, context)
    default:
      return leafQuery(plan, context)
  }
}

/**
 * Subtracted from the required weight because float sums differ in their last digits; the embedded engine does the
 * same.
 */
const ROUNDING_TOLERANCE = 1e-3

/**
 * Matches records whose parts reach a share of the total weight: each part scores its weight, and the sum is compared.
 */
function minimumQuery(
  { parts, share }: Extract<Plan, { op: 'min_should_match' }>,
  context: QueryContext,
): OpenSearchQuery {
  const weights = parts.map((part) => context.idfOf(part))
  const minWeight = weights.reduce((sum, weight) => sum + weight, 0) * share - ROUNDING_TOLERANCE
  if (minWeight <= 0) return MATCH_ALL
  const should = parts.map((part, at) => ({
    constant_score: { filter: matchQuery(part, context), boost: weights[at] ?? 0 },
  }))
  return { function_score: { query: { bool: { should } }, min_score: minWeight } }
}

/** A plan without parts that are plans. */
type PlanLeaf = Exclude<Plan, { op: 'and' | 'or' | 'some' | 'not' | 'boost' | 'min_should_match' }>

/** Returns the query of OpenSearch for a leaf of a plan. */
function leafQuery(plan: PlanLeaf, { keysOf }: QueryContext): OpenSearchQuery {
  switch (plan.op) {
    case 'all':
      return MATCH_ALL
    case 'none':
      return MATCH_NONE
    case 'term':
      return termQuery(plan.term, plan.mask)
    case 'phrase':
      return anyOf(maskTexts(plan.mask).map((field) => phraseQuery(field, plan.parts)))
    case 'prefix':
      return prefixQuery(plan)
    case 'near':
      return nearQuery(plan)
    case 'range':
      return rangeQuery(plan)
    case 'values':
      return valuesQuery(VALUE_FIELDS[plan.column], keysOf(plan.column, plan.numbers))
    case 'flag':
      return { term: { oa: plan.set } }
    case 'degree':
      return valuesQuery('degree', plan.degrees)
    case 'types':
      return valuesQuery('type', plan.types)
  }
}

/** Matches records with a term in one of the fields of a mask. */
export function termQuery(term: string, mask: number): OpenSearchQuery {
  const value = encodeTerm(term)
  return anyOf(maskFields(term, mask).map((field) => ({ term: { [field]: { value } } })))
}

/** Returns the fields in which a term is searched. */
function maskFields(term: string, mask: number): string[] {
  if (coversAllFields(mask)) return ['terms']
  if (!isSpaceTerm(term)) return maskTexts(mask)
  if ((mask & AUTHOR_MASKS.any) !== 0) return ['terms']
  return [
    ...((mask & AUTHOR_MASKS.first) === 0 ? [] : ['first_author']),
    ...((mask & AUTHOR_MASKS.corresponding) === 0 ? [] : ['corresponding']),
  ]
}

/** Returns whether a mask contains all fields in which words are searched. */
const coversAllFields = (mask: number) => (mask & ANY_MASK) === ANY_MASK

/**
 * Matches terms at fixed offsets in one text. The offsets begin with 0 and differ; positions between them, filled with
 * `EMPTY_POSITION`, match anything.
 */
export function phraseQuery(field: TextField, parts: PhrasePlan['parts']): OpenSearchQuery {
  const tokens: string[] = []
  for (const { term, offset } of parts.toSorted((a, b) => a.offset - b.offset)) {
    while (tokens.length < offset) tokens.push(EMPTY_POSITION)
    tokens.push(encodeTerm(term))
  }
  return { match_phrase: { [field]: { query: tokens.join(TOKEN_SEPARATOR) } } }
}

/** Matches records with a term that has the plan's prefix and pattern; `rewrite` selects how OpenSearch scores it. */
export function prefixQuery(plan: PrefixPlan, rewrite?: string): OpenSearchQuery {
  const { prefix, pattern, mask } = plan
  const options = rewrite ? { rewrite } : {}
  const value = encodeTerm(prefix)
  const fieldQuery = (field: string): OpenSearchQuery =>
    pattern === null
      ? { prefix: { [field]: { value, ...options } } }
      : { regexp: { [field]: { ...patternQuery(pattern), ...options } } }
  return anyOf(maskFields(prefix, mask).map(fieldQuery))
}

/** The greatest value of a column of type `byte`. */
const MAX_BYTE = 127
/** The greatest 32-bit number. */
const MAX_UINT32 = 0xffffffff

/** The greatest value of each column by its type in the mapping, or in the embedded index where that is less. */
const COLUMN_MAXIMUMS = {
  year: 32_767,
  type: MAX_BYTE,
  cited: MAX_UINT32,
  date: 2_147_483_647,
  seq: MAX_UINT32,
}

/** Matches records with a number between two bounds, both inclusive. */
function rangeQuery({ column, from, to }: Extract<Plan, { op: 'range' }>): OpenSearchQuery {
  const maximum = COLUMN_MAXIMUMS[column]
  const [first, last] = [Math.max(0, Math.ceil(from)), Math.min(maximum, Math.floor(to))]
  if (!(first <= last)) return MATCH_NONE
  return { range: { [column]: { gte: first, ...(last < maximum && { lte: last }) } } }
}

/** Matches records with one of some values. */
function valuesQuery(field: string, list: (string | number)[]): OpenSearchQuery {
  const inRange = inColumnRange(list)
  return inRange.length === 0 ? MATCH_NONE : { terms: { [field]: inRange } }
}

/** Keeps texts, and numbers that a column of bytes can hold: no record has others, and OpenSearch would reject them. */
const inColumnRange = (list: (string | number)[]) =>
  list.filter(
    (value) => typeof value === 'string' || (Number.isInteger(value) && value >= 0 && value <= MAX_BYTE),
  )
