import { foldName, latinForms, nameQueryTerms } from '../analysis/names.ts'
import { sourceKey } from '../index/document.ts'
import { identifierTerm } from '../index/fields.ts'
import { ANY_MASK, MASKS } from '../index/layout.ts'
import { ANY_SPACE_MASK, AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import type { SearchField } from '../query/query.ts'
import { andPlan, type NumberColumn, orNone, orPlan, type Plan, type PrefixPlan } from './plan.ts'
import type { NameLookup } from './vocabulary.ts'
import { wordPlans } from './word-plans.ts'

/** Returns the mask of a field whose words have positions (`MASKS`), or of all of them; null for other fields. */
export const textMask = (field: SearchField): number | null => {
  if (field === 'any') return ANY_MASK
  if (field === 'title' || field === 'abstract' || field === 'keyword') return MASKS[field]
  return null
}

/** Degrees as numbered in the flags of a paper (`FLAGS` of index/layout.ts). */
const DEGREE_NUMBERS: Record<string, number> = {
  学士: 1,
  bachelor: 1,
  硕士: 2,
  master: 2,
  博士: 3,
  doctor: 3,
  phd: 3,
}
/** Values of the open-access field that ask for open access; every other value asks for papers without it. */
const YES_WORDS = new Set(['1', 'true', 'yes', '是', 'y', '开放获取', 'oa'])

/** Prefix of a DOI's URL. */
const DOI_URL = /^https?:\/\/(?:dx\.)?doi\.org\//i

/**
 * Returns the plan of a value in a field that is not a text. A value that the field cannot have (a year that is no
 * number, an unknown type, a fund without letters) matches nothing.
 *
 * @param exact whether a Chinese author matches only as written, not in Latin letters.
 */
export function fieldPlan(field: SearchField, text: string, lookup: NameLookup, exact = false): Plan {
  const value = text.trim()
  switch (field) {
    case 'author':
      return authorPlan(value, AUTHOR_MASKS.any, exact)
    case 'first_author':
      return authorPlan(value, AUTHOR_MASKS.first, exact)
    case 'corresponding':
      return authorPlan(value, AUTHOR_MASKS.corresponding, exact)
    case 'affiliation':
      return spacePlan(SPACES.affiliation, value)
    case 'fund':
      return spacePlan(SPACES.fund, value)
    case 'source':
      return orPlan([exactPlan(SPACES.source_whole + sourceKey(value)), spacePlan(SPACES.source, value)])
    case 'doi':
    case 'issn':
    case 'isbn':
      return exactPlan(SPACES.identifier + identifierTerm(field, value.replace(DOI_URL, '')))
    case 'clc':
      return prefixPlan(SPACES.clc + value.toUpperCase())
    default:
      return columnPlan(field, value, lookup)
  }
}

/** Stands for an unknown degree, which no paper has. */
const UNKNOWN_DEGREE = -1

/** Returns the plan of a value in a field of numbers or flags; an unknown value matches nothing, except in `oa`. */
function columnPlan(field: SearchField, value: string, lookup: NameLookup): Plan {
  switch (field) {
    case 'year':
    case 'cited':
      return rangePlan(field, Number(value), Number(value))
    case 'subject':
      return { op: 'values', column: 'subject', numbers: lookup.subjects(value) }
    case 'language':
      return { op: 'values', column: 'language', numbers: lookup.languages(value) }
    case 'rank':
      return { op: 'values', column: 'source', numbers: lookup.sourcesWithRank(value) }
    case 'type':
      return orPlan(lookup.types(value).map((type) => rangePlan('type', type, type)))
    case 'oa':
      return { op: 'flag', flag: 'oa', set: YES_WORDS.has(value.toLowerCase()) }
    case 'degree':
      return { op: 'degree', degrees: [DEGREE_NUMBERS[value.toLowerCase()] ?? UNKNOWN_DEGREE] }
    default:
      return { op: 'none' }
  }
}

/** Largest number that a column can hold, 32 bits. */
const MAX_COLUMN_VALUE = 0xffffffff

/**
 * Returns a plan for a range of numbers, both bounds inclusive; null means unbounded. Papers without a year do not
 * match, as 0 is not a year. A bound that is no number matches nothing.
 */
export function rangePlan(column: NumberColumn, from: number | null, to: number | null): Plan {
  if (Number.isNaN(from) || Number.isNaN(to)) return { op: 'none' }
  const lower = column === 'year' ? Math.max(1, from ?? 1) : (from ?? 0)
  return { op: 'range', column, from: lower, to: to ?? MAX_COLUMN_VALUE }
}

/** Returns a plan of one term, including the mark of its space. */
export function exactPlan(term: string): Plan {
  return { op: 'term', term, mask: ANY_SPACE_MASK, weight: 1 }
}

/**
 * Returns a plan for an author's name in any of its spellings; a document matches if its author has one of them. A
 * Chinese name in Latin letters may belong to another person, so such matches weigh less, and are excluded from exact
 * searches.
 */
export function authorPlan(name: string, mask: number, exact = false): Plan {
  const spellings = new Set([...nameQueryTerms(name), foldName(name)])
  const latinSpellings = exact ? [] : latinForms(name)
  const namePlan = (term: string, weight: number): Plan => {
    return { op: 'term', term: SPACES.author + term, mask, weight }
  }
  return orPlan([
    ...[...spellings].map((term) => namePlan(term, 1)),
    ...latinSpellings.map((term) => namePlan(term, LATIN_NAME_WEIGHT)),
  ])
}

/** Weight of a Chinese name's Latin forms, relative to the name as written. */
const LATIN_NAME_WEIGHT = 0.5

/**
 * Returns a plan for words of a field that has a term space of its own. Such fields have no positions, so a run of
 * Chinese becomes its character pairs. A text without words matches nothing.
 */
function spacePlan(space: string, text: string): Plan {
  const plans = wordPlans(text, { mask: ANY_SPACE_MASK, weight: 1, exact: false })
  return orNone(plans.map((plan) => moveIntoSpace(plan, space)))
}

/** Returns a plan whose terms have the mark of a space in front; a phrase becomes the conjunction of its terms. */
function moveIntoSpace(plan: Plan, space: string): Plan {
  if (plan.op === 'term') return { ...plan, term: space + plan.term }
  if (plan.op === 'phrase') return andPlan(plan.parts.map(({ term }) => exactPlan(space + term)))
  if (plan.op === 'prefix') return { ...plan, prefix: space + plan.prefix }
  if (plan.op === 'or') return orPlan(plan.parts.map((part) => moveIntoSpace(part, space)))
  return plan
}

/**
 * Returns a plan for values that begin with a text in a field that is not a text; a field of numbers or codes matches
 * nothing.
 */
export function fieldPrefixPlan(field: SearchField, text: string): Plan {
  const folded = text.normalize('NFKC').toLowerCase()
  switch (field) {
    case 'author':
      return prefixPlan(SPACES.author + folded, AUTHOR_MASKS.any)
    case 'first_author':
      return prefixPlan(SPACES.author + folded, AUTHOR_MASKS.first)
    case 'corresponding':
      return prefixPlan(SPACES.author + folded, AUTHOR_MASKS.corresponding)
    case 'affiliation':
      return prefixPlan(SPACES.affiliation + folded)
    case 'source':
      return prefixPlan(SPACES.source_whole + folded)
    case 'fund':
      return prefixPlan(SPACES.fund + folded)
    case 'doi':
    case 'issn':
    case 'isbn':
      return prefixPlan(SPACES.identifier + identifierTerm(field, folded))
    case 'clc':
      return prefixPlan(SPACES.clc + text.toUpperCase())
    default:
      return { op: 'none' }
  }
}

/** Returns a plan of all terms with a prefix, which includes the mark of their space. */
export const prefixPlan = (prefix: string, mask = ANY_SPACE_MASK): PrefixPlan => ({
  op: 'prefix',
  prefix,
  pattern: null,
  mask,
  weight: 1,
})
