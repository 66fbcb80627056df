import { isPinyinSurname } from '../analysis/latin-name.ts'
import { nameQueryTerms } from '../analysis/names.ts'
import { isExactForm } from '../analysis/word-forms.ts'
import { identifierTerm } from '../index/fields.ts'
import { MASKS } from '../index/layout.ts'
import { AUTHOR_MASKS, isSpaceTerm, SPACES } from '../index/terms.ts'
import { joinQueries, type ParsedQuery, type WordQuery } from '../query/query.ts'
import { exactPlan, rangePlan } from './field-plans.ts'
import { type FreeText, readFreeText, separateQuotes } from './free-text.ts'
import { translationsFor } from './known-terms.ts'
import { type LoweredQuery, lowerQuery } from './lower-query.ts'
import { andPlan, orPlan, type Plan, withoutScore } from './plan.ts'
import type { LoweringContext } from './query-units.ts'

/** A whole query lowered to plans. */
export type PlannedQuery = LoweredQuery & {
  /** The plan whose matches are highlighted, where it is not `plan`. */
  marked?: Plan
}

/**
 * Plans a parsed query: plain words are interpreted as people mean them (free-text.ts), while a query with operators or
 * an exact search is taken as written.
 */
export function planQuery(parsed: ParsedQuery, lowering: LoweringContext): PlannedQuery {
  if (parsed.identifier) return planIdentifier(parsed.identifier, lowerQuery(parsed, lowering))
  if (lowering.exact) return lowerQuery(parsed, lowering)
  const { words, phrases } = separateQuotes(parsed)
  const freeText = readFreeText(words)
  if (!freeText) return lowerQuery(parsed, lowering)
  const lowered = planFreeText(freeText, words, lowering)
  if (phrases.length === 0) return lowered
  return {
    ...lowered,
    plan: andPlan([lowered.plan, ...phrases]),
    fallback: lowered.fallback && addWholePart(lowered.fallback, lowered.plan),
    marked: lowerQuery(parsed, lowering).plan,
  }
}

/** Plans a pasted identifier: it matches its record, and its words are the partial matches. */
function planIdentifier(
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

/**
 * Adds all words without the quotes as one more part of partial matches, so that papers lacking only the phrases come
 * first.
 */
const addWholePart = (fallback: Plan, words: Plan): Plan =>
  fallback.op === 'some' ? { ...fallback, parts: [...fallback.parts, withoutScore(words)] } : fallback

/** Plans a query of plain words: see `emphasizePlan`. A query that is only a name also finds what the person wrote. */
function planFreeText(
  { words, left_out }: FreeText,
  parsed: ParsedQuery,
  lowering: LoweringContext,
): LoweredQuery {
  const query = { ...parsed, query: joinQueries('and', words) }
  const bilingual = lowering.bilingual && translationsFor(lowering.bilingual, query)
  const lowered = lowerQuery(query, { ...lowering, bilingual }, left_out)
  const writtenWords = parsed.query.kind === 'and' ? parsed.query.parts.length : 1
  return {
    ...lowered,
    plan: orPlan([emphasizePlan(lowered.plan, writtenWords), ...personPlans(words)]),
    fallback: lowered.fallback && emphasizePlan(lowered.fallback, writtenWords),
  }
}

/** Number of words up to which a query usually names a paper or a subject that the user has in mind. */
const MAX_REMEMBERED_WORDS = 8
/** Additional score of a name among the authors, as a share of the word's weight. */
const AUTHOR_NAME_SHARE = 0.8
/** Matches a year from 1900 to 2099. */
const YEAR_TERM = /^(?:19|20)\d\d$/

/**
 * Refines a plan of words: a year may also be the year of the paper, a name counts more among the authors, and a query
 * that is no passage records its words as written, so that papers with all of them are ranked higher
 * (ranking/written-words.ts). `Kim 2014 classification` finds what Kim wrote in 2014. A single word names a subject,
 * not a paper, for which its weight in titles is enough.
 *
 * @param writtenWords number of words as written; a run of Chinese counts as one, however it is segmented.
 */
function emphasizePlan(plan: Plan, writtenWords: number): Plan {
  const isList = plan.op === 'and' || plan.op === 'or' || plan.op === 'some' || plan.op === 'min_should_match'
  if (!isList) return emphasizeUnit(plan, false)
  const isRemembered = writtenWords > 1 && plan.parts.length <= MAX_REMEMBERED_WORDS
  return { ...plan, parts: plan.parts.map((unit) => withYear(unit) ?? emphasizeUnit(unit, isRemembered)) }
}

/** Makes a year among other words match the paper's year too; returns null for other units. */
function withYear(unit: Plan): Plan | null {
  if (unit.op !== 'term' || !YEAR_TERM.test(unit.term)) return null
  return { op: 'or', parts: [unit, rangePlan('year', Number(unit.term), Number(unit.term))] }
}

/**
 * Returns a unit of a query with its words among the authors as additional score.
 *
 * @param isRemembered whether the words as written are recorded in the plan
 */
function emphasizeUnit(unit: Plan, isRemembered: boolean): Plan {
  const lists = unitTermLists(unit)
  if (lists.length === 0) return unit
  const extra = lists.flat().map(({ term, weight }) => ({
    op: 'term' as const,
    term,
    mask: MASKS.author,
    weight: weight * AUTHOR_NAME_SHARE,
  }))
  const boost = { op: 'boost' as const, part: unit, extra }
  return isRemembered ? { ...boost, written: lists.map((terms) => terms.map(({ term }) => term)) } : boost
}

/** Terms with their weights. */
type WeightedTerms = { term: string; weight: number }[]

/** Returns the lists of terms of a unit: the word itself, and each of its translations as a list of its own. */
function unitTermLists(unit: Plan): WeightedTerms[] {
  if (unit.op === 'term') return isSpaceTerm(unit.term) ? [] : [[unit]]
  if (unit.op === 'phrase') return [unit.parts.map(({ term }) => ({ term, weight: unit.weight }))]
  if (unit.op === 'boost') return writtenFormTerms(unit) ?? unitTermLists(unit.part)
  if (unit.op === 'or') return unit.parts.flatMap(unitTermLists)
  if (unit.op !== 'and') return []
  const whole = unit.parts.flatMap((part) => unitTermLists(part)[0] ?? [])
  return whole.length > 0 ? [whole] : []
}

/**
 * Returns the written form of a word where it differs from its stem, otherwise null: someone who remembers a paper
 * remembers the words of its title.
 */
function writtenFormTerms({ part, extra }: Extract<Plan, { op: 'boost' }>): WeightedTerms[] | null {
  const forms = extra.filter(({ term }) => isExactForm(term))
  return part.op === 'term' && forms.length > 0
    ? [forms.map(({ term }) => ({ term, weight: part.weight }))]
    : null
}

/** Matches one or two initials: `C`, `C.D`. */
const NAME_INITIALS = /^\p{Lu}(?:[.-]?\p{Lu})?$/u
/** Matches a capitalized word of at least three letters: `Manning`, `O'Brien`. */
const FAMILY_NAME = /^\p{Lu}\p{Ll}[\p{L}'-]+$/u
/** Matches a word that may be pinyin: `Sun`, `Mao-song`. */
const PINYIN_WORD = /^[A-Za-z]{2,}(?:-[A-Za-z]{2,})?$/
/** Maximum number of words of a query that is an author's name: a family name and three initials. */
const MAX_NAME_WORDS = 4

/**
 * Returns the plans of the author that a query names when it is nothing but a name: `C. D. Manning`, `Manning, C. D.`,
 * or `Sun Maosong`, which may be 孙茂松. Returns no plans for other queries.
 */
function personPlans(words: WordQuery[]): Plan[] {
  const texts = words.map(({ text }) => text)
  if (!isNameWithInitials(texts) && !isPinyinName(texts)) return []
  return nameQueryTerms(texts.join(' ')).map((term) => {
    return { op: 'term', term: SPACES.author + term, mask: AUTHOR_MASKS.any, weight: 1 }
  })
}

/** Returns whether the words are one family name, first or last, and initials. */
function isNameWithInitials(texts: string[]): boolean {
  if (texts.length < 2 || texts.length > MAX_NAME_WORDS) return false
  const families = texts.filter((text) => FAMILY_NAME.test(text))
  const isAtEdge = FAMILY_NAME.test(texts[0] ?? '') || FAMILY_NAME.test(texts.at(-1) ?? '')
  return (
    families.length === 1 &&
    isAtEdge &&
    texts.every((text) => FAMILY_NAME.test(text) || NAME_INITIALS.test(text))
  )
}

/** Returns whether two words are a Chinese name in pinyin, in either order. */
function isPinyinName(texts: string[]): boolean {
  return (
    texts.length === 2 &&
    texts.every((text) => PINYIN_WORD.test(text)) &&
    texts.some((text) => isPinyinSurname(text.toLowerCase()))
  )
}
