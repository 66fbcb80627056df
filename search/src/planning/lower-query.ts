import { simplifyText } from '../analysis/traditional.ts'
import { sourceKey } from '../index/document.ts'
import { ANY_MASK } from '../index/layout.ts'
import { SPACES } from '../index/terms.ts'
import type { ParsedQuery, Query, SearchField, WordQuery } from '../query/query.ts'
import { exactPlan, fieldPlan, fieldPrefixPlan, rangePlan, textMask } from './field-plans.ts'
import { isPlaced, type Plan } from './plan.ts'
import {
  anyWordPlans,
  type LoweringContext,
  neighborPairs,
  type QueryUnit,
  queryUnits,
  type TermExpansion,
  type WordReading,
} from './query-units.ts'
import {
  andPlan,
  orPlan,
  PIECE_WEIGHT,
  phrasePlan,
  prefixWordPlan,
  runPieces,
  wildcardPlan,
  wordPlans,
} from './word-plans.ts'

/** A query lowered to plans. */
export interface LoweredQuery {
  plan: Plan
  /**
   * Plan of partial matches, used when the plan finds too little; null when the query states how its words are joined.
   */
  fallback: Plan | null
  /** The terms of the query that have translations, in the order of the query. */
  expansions: TermExpansion[]
  /** Terms of words that are adjacent in the query. */
  pairs: [string, string][]
}

// With fewer words than the first limit all of them have to match.
/** Number of words from which a query is a sentence, of whose weight only this share has to match. */
const MIN_SENTENCE_WORDS = 6
const MIN_SENTENCE_SHARE = 0.5
/** Number of words from which it is a passage, of which every paper contains some part, so that the score decides. */
const MIN_PASSAGE_WORDS = 9
const MIN_PASSAGE_SHARE = 0.1
/**
 * Additional score of words in their written form, as a share of their weight. It applies to queries shorter than a
 * passage: the words of a known paper are meant as written, while a passage describes a subject.
 */
const WRITTEN_FORM_SHARE = 0.5

/**
 * Lowers a parsed query to a plan of terms. A query of plain words is joined by their number (`joinUnits`), any other
 * one as it states.
 *
 * @param left_out number of function words of a sentence that were left out of the query.
 */
export function lowerQuery(parsed: ParsedQuery, lowering: LoweringContext, left_out = 0): LoweredQuery {
  const expansions: LoweredQuery['expansions'] = []
  const asWritten = () => ({
    plan: lowerPart(parsed.query, { ...lowering, form_share: 0 }, expansions),
    fallback: null,
    expansions,
    pairs: [],
  })
  if (parsed.explicit) return asWritten()
  const words = plainWords(parsed.query)
  const form_share = words.length + left_out < MIN_PASSAGE_WORDS ? WRITTEN_FORM_SHARE : 0
  const reading: WordReading = { ...lowering, form_share }
  const units = words.length > 0 ? queryUnits(words, reading, expansions) : []
  if (units.length === 0) return asWritten()
  const plans = units.map(({ plan }) => plan)
  const size = units.length + left_out
  const pairs = [...neighborPairs(plans), ...quotedPairs(words, reading)]
  const fallback = fallbackPlan(words, units, { isPassage: size >= MIN_PASSAGE_WORDS, exact: lowering.exact })
  return { plan: joinUnits(plans, size), fallback, expansions, pairs }
}

/**
 * Joins the units of a query: few words are all required, of more words a share of their weight.
 *
 * @param size number of words of the query, with those that were left out.
 */
function joinUnits(plans: Plan[], size: number): Plan {
  if (size < MIN_SENTENCE_WORDS || plans.length === 1) return andPlan(plans)
  const share = size < MIN_PASSAGE_WORDS ? MIN_SENTENCE_SHARE : MIN_PASSAGE_SHARE
  return { op: 'min_should_match', parts: plans, share }
}

/** Returns pairs of adjacent words within the quotes of a sentence, so that their proximity counts once more. */
function quotedPairs(words: WordQuery[], lowering: WordReading): LoweredQuery['pairs'] {
  const quoted = words.filter((word) => word.quoted)
  return quoted.length < 2 ? [] : neighborPairs(quoted.flatMap(({ text }) => anyWordPlans(text, lowering)))
}

/**
 * Builds the plan of partial matches: any of the words, words of multi-word terms, and character pairs of longer
 * Chinese words, so that 内燃机 also finds papers with 内燃. Returns null for a single word without pieces.
 * Unless the query is a passage, each word counts once more by its presence (`some`).
 */
function fallbackPlan(
  words: WordQuery[],
  units: QueryUnit[],
  { isPassage, exact }: { isPassage: boolean; exact: boolean },
): Plan | null {
  const pieces = exact ? [] : words.flatMap(({ text }) => runPieces(text))
  const parts = units.flatMap(({ words }) => words)
  const extra = [
    ...units.flatMap(({ pieces }) => pieces),
    ...pieces.map((term): Plan => ({ op: 'term', term, mask: ANY_MASK, weight: PIECE_WEIGHT })),
  ]
  if (parts.length === 1 && extra.length < 2) return null
  return isPassage ? { op: 'or', parts: [...parts, ...extra] } : { op: 'some', parts, extra }
}

/** Returns the words of a query that consists of words only, otherwise none. */
function plainWords(query: Query): WordQuery[] {
  if (query.kind === 'word') return [query]
  if (query.kind !== 'and') return []
  const words = query.parts.filter((part) => part.kind === 'word')
  return words.length === query.parts.length ? words : []
}

/** Lowers a query that states itself how its words are joined, or a part of one. */
function lowerPart(query: Query, lowering: WordReading, expansions: TermExpansion[]): Plan {
  switch (query.kind) {
    case 'all':
      return { op: 'all' }
    case 'and':
      return andPlan(query.parts.map((part) => lowerPart(part, lowering, expansions)))
    case 'or':
      return orPlan(query.parts.map((part) => lowerPart(part, lowering, expansions)))
    case 'not':
      return { op: 'not', part: lowerPart(query.part, lowering, expansions) }
    case 'near':
      return nearPlan(query, lowering)
    case 'range':
      return query.field === 'year' || query.field === 'cited'
        ? rangePlan(query.field, query.from, query.to)
        : { op: 'none' }
    case 'word':
      return wordPlan(query.field, query.text, lowering, expansions)
    default:
      return operatorPlan(query, lowering)
  }
}

/** Lowers a word in a field; in any field, with its translations, which it adds to `expansions`. */
function wordPlan(
  field: SearchField,
  text: string,
  lowering: WordReading,
  expansions: TermExpansion[],
): Plan {
  const mask = textMask(field)
  if (mask === null) return fieldPlan(field, text, lowering.lookup, lowering.exact)
  if (field !== 'any') return orNone(wordPlans(text, { mask, weight: 1, exact: lowering.exact }))
  const word: WordQuery = { kind: 'word', field, text, start: 0, end: text.length }
  return orNone(queryUnits([word], lowering, expansions).map(({ plan }) => plan))
}

/** Joins the plans of a word; one of nothing but punctuation has none and matches nothing rather than everything. */
function orNone(plans: Plan[]): Plan {
  return plans.length === 0 ? { op: 'none' } : andPlan(plans)
}

/** Lowers a phrase, a prefix or a pattern. */
function operatorPlan(
  query: Extract<Query, { kind: 'phrase' | 'prefix' | 'wildcard' }>,
  { lookup, exact }: LoweringContext,
): Plan {
  const mask = textMask(query.field)
  if (query.kind === 'prefix') {
    if (mask === null) return fieldPrefixPlan(query.field, query.text)
    return prefixWordPlan(simplifyText(query.text.normalize('NFKC').toLowerCase()), mask, 1)
  }
  if (query.kind === 'wildcard') return mask === null ? { op: 'none' } : wildcardPlan(query.pattern, mask, 1)
  if (mask !== null) return phrasePlan(query.text, { mask, weight: 1 })
  if (query.field === 'source') return exactPlan(SPACES.source_whole + sourceKey(query.text))
  return fieldPlan(query.field, query.text, lookup, exact)
}

/**
 * Builds the plan of NEAR, without translations. If a side has no positions in a text, such as an author, both sides
 * only have to match.
 */
function nearPlan(query: Extract<Query, { kind: 'near' }>, lowering: WordReading): Plan {
  const plain: WordReading = { ...lowering, bilingual: null }
  const [left, right] = [query.left, query.right].map((side) => stripNames(lowerPart(side, plain, [])))
  if (left && right && isPlaced(left) && isPlaced(right))
    return { op: 'near', left, right, distance: query.distance, mask: ANY_MASK }
  return andPlan([left ?? { op: 'none' }, right ?? { op: 'none' }])
}

/** Removes names, which have no positions, from one side of NEAR. */
function stripNames(plan: Plan): Plan {
  if (plan.op !== 'or') return plan
  return orPlan(plan.parts.filter((part) => part.op !== 'term' || !part.term.startsWith(SPACES.author)))
}
