import { ANY_MASK } from '../index/layout.ts'
import type { ParsedQuery, Query, WordQuery } from '../query/query.ts'
import { lowerPart } from './lower-explicit.ts'
import { neighborPairs } from './neighbor-pairs.ts'
import { andPlan, type Plan } from './plan.ts'
import {
  anyWordPlans,
  type LoweringContext,
  type QueryUnit,
  queryUnits,
  type TermExpansion,
  type WordReading,
} from './query-units.ts'
import { PIECE_WEIGHT, runPieces } from './word-plans.ts'

/** A query lowered to plans. */
export interface LoweredQuery {
  plan: Plan
  /**
   * Plan of partial matches, used when the plan finds too little; null when the query states how its words are joined,
   * and for a single word without pieces.
   */
  fallback: Plan | null
  /** The terms of the query that have translations, in the order of the query. */
  expansions: TermExpansion[]
  /** Pairs of terms of words that are adjacent in the query; papers score higher where they are close to each other. */
  pairs: [string, string][]
}

/** Number of units from which a query is a sentence; with fewer, all of them have to match. */
const MIN_SENTENCE_UNITS = 6
/** Share of the weight of a sentence's units that has to match. */
const MIN_SENTENCE_SHARE = 0.5
/** Number of units from which it is a passage, of which every paper contains some part, so that the score decides. */
const MIN_PASSAGE_UNITS = 9
/** Share of the weight of a passage's units that has to match. */
const MIN_PASSAGE_SHARE = 0.1
/** Number of words below which their written form counts: a passage describes a subject in other words. */
const MIN_PASSAGE_WORDS = 9
/**
 * Additional score of words in their written form, as a share of their weight: the words of a known paper are meant as
 * written.
 */
const WRITTEN_FORM_SHARE = 0.5

/**
 * Lowers a parsed query to a plan of terms. A query of plain words is joined by their number (`joinUnits`), any other
 * one as it states. A term of several words is one unit.
 *
 * @param leftOutCount number of function words of a sentence that were left out of the query. They count as words and
 *   as units.
 */
export function lowerQuery(parsed: ParsedQuery, lowering: LoweringContext, leftOutCount = 0): LoweredQuery {
  const expansions: TermExpansion[] = []
  const words = parsed.explicit ? [] : plainWords(parsed.query)
  const wordCount = words.length + leftOutCount
  const form_share = wordCount < MIN_PASSAGE_WORDS ? WRITTEN_FORM_SHARE : 0
  const reading: WordReading = { ...lowering, form_share }
  const units = queryUnits(words, reading, expansions)
  if (units.length === 0) {
    const plan = lowerPart(parsed.query, { ...lowering, form_share: 0 }, expansions)
    return { plan, fallback: null, expansions, pairs: [] }
  }
  const plans = units.map(({ plan }) => plan)
  const unitCount = units.length + leftOutCount
  const isPassage = unitCount >= MIN_PASSAGE_UNITS
  return {
    plan: joinUnits(plans, unitCount),
    fallback: fallbackPlan(words, units, { isPassage, exact: lowering.exact }),
    expansions,
    pairs: [...neighborPairs(plans), ...quotedPairs(words, reading)],
  }
}

/**
 * Joins the units of a query: few are all required, of more a share of their weight.
 *
 * @param unitCount number of units of the query, with the function words that were left out.
 */
function joinUnits(plans: Plan[], unitCount: number): Plan {
  if (unitCount < MIN_SENTENCE_UNITS || plans.length === 1) return andPlan(plans)
  const share = unitCount < MIN_PASSAGE_UNITS ? MIN_SENTENCE_SHARE : MIN_PASSAGE_SHARE
  return { op: 'min_should_match', parts: plans, share }
}

/** Returns pairs of adjacent words within the quotes of a sentence, so that their proximity counts once more. */
function quotedPairs(words: WordQuery[], reading: WordReading): LoweredQuery['pairs'] {
  const quoted = words.filter((word) => word.quoted)
  return quoted.length < 2 ? [] : neighborPairs(quoted.flatMap(({ text }) => anyWordPlans(text, reading)))
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
  const characterPairs = exact ? [] : words.flatMap(({ text }) => runPieces(text))
  const parts = units.flatMap((unit) => unit.words)
  const extra = [
    ...units.flatMap(({ pieces }) => pieces),
    ...characterPairs.map((term): Plan => ({ op: 'term', term, mask: ANY_MASK, weight: PIECE_WEIGHT })),
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
