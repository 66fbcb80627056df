import { simplified } from '../analysis/traditional.ts'
import { sourceKey } from '../index/document.ts'
import { ANY_MASK } from '../index/layout.ts'
import { SPACES } from '../index/terms.ts'
import type { Field, ParsedQuery, Query, WordQuery } from '../query/query.ts'
import { exactly, fieldPlan, fieldPrefixPlan, rangePlan, textMask } from './field-plans.ts'
import type { Expansion, Lowering, Reading } from './lowering.ts'
import { neighbours } from './neighbours.ts'
import { isPlaced, type Plan } from './plan.ts'
import { anyWord, sentenceUnits, type Unit } from './sentence-units.ts'
import {
  allOf,
  beginningWith,
  fitting,
  oneOf,
  PIECE_WEIGHT,
  phrasePlan,
  piecesOf,
  wordPlans,
} from './word-plans.ts'

export interface Lowered {
  plan: Plan
  /** What also counts where the plan finds too little; null where the query says itself how to join. */
  fallback: Plan | null
  expansions: Expansion[]
  /** Terms of words that stand next to each other in the query. */
  pairs: [string, string][]
}

/** From this many words on a query is a sentence: half of their weight is enough. */
const SENTENCE = 6
const SENTENCE_SHARE = 0.5
/** From this many on it is a passage, of which every paper says some part: the score alone decides. */
const PASSAGE = 9
const PASSAGE_SHARE = 0.1
/** Words of a known paper are meant as they are written; a passage says what it is about. */
const FORMS = 0.5

/**
 * Turns a parsed query into a plan of terms.
 *
 * @param left_out words of a sentence that only hold it together and were left out of the query.
 */
export function lowerQuery(parsed: ParsedQuery, lowering: Lowering, left_out = 0): Lowered {
  const expansions: Lowered['expansions'] = []
  const asWritten = () => ({
    plan: lower(parsed.query, { ...lowering, forms: 0 }, expansions),
    fallback: null,
    expansions,
    pairs: [],
  })
  if (parsed.explicit) return asWritten()
  const words = wordsOf(parsed.query)
  const reading = { ...lowering, forms: words.length + left_out < PASSAGE ? FORMS : 0 }
  const read = words.length > 0 ? sentenceUnits(words, reading, expansions) : []
  const units = read.map(({ plan }) => plan)
  if (units.length === 0) return asWritten()
  const size = units.length + left_out
  const pairs = [...neighbours(units), ...quotedPairs(words, reading)]
  const fallback = fallbackPlan(words, read, size < PASSAGE, lowering.exact)
  if (units.length === 1) return { plan: oneOf(units), fallback, expansions, pairs }
  if (size < SENTENCE) return { plan: allOf(units), fallback, expansions, pairs }
  const share = size < PASSAGE ? SENTENCE_SHARE : PASSAGE_SHARE
  return { plan: { op: 'min_should_match', parts: units, share }, fallback, expansions, pairs }
}

/** Neighbours of what stood in quotes in a sentence: that they stand together counts once more. */
function quotedPairs(words: WordQuery[], lowering: Reading): Lowered['pairs'] {
  const quoted = words.filter((word) => word.quoted)
  return quoted.length < 2 ? [] : neighbours(quoted.flatMap(({ text }) => anyWord(text, lowering)))
}

/**
 * What papers may have some of: the words, those of terms apart, and pairs of characters of longer ones, so that 内燃机
 * also finds what says 内燃; nothing looser where there is only one word without pieces.
 */
function fallbackPlan(words: WordQuery[], units: Unit[], isShort: boolean, exact: boolean): Plan | null {
  const pieces = exact ? [] : words.flatMap(({ text }) => piecesOf(text))
  const parts = units.flatMap(({ words }) => words)
  const extra = [
    ...units.flatMap(({ pieces }) => pieces),
    ...pieces.map((term): Plan => ({ op: 'term', term, mask: ANY_MASK, weight: PIECE_WEIGHT })),
  ]
  if (parts.length === 1 && extra.length < 2) return null
  return isShort ? { op: 'some', parts, extra } : { op: 'or', parts: [...parts, ...extra] }
}

/** The words of a query that is nothing but words. */
function wordsOf(query: Query): WordQuery[] {
  if (query.kind === 'word') return [query]
  if (query.kind !== 'and') return []
  const words = query.parts.filter((part) => part.kind === 'word')
  return words.length === query.parts.length ? words : []
}

function lower(query: Query, lowering: Reading, expansions: Expansion[]): Plan {
  switch (query.kind) {
    case 'all':
      return { op: 'all' }
    case 'and':
      return allOf(query.parts.map((part) => lower(part, lowering, expansions)))
    case 'or':
      return oneOf(query.parts.map((part) => lower(part, lowering, expansions)))
    case 'not':
      return { op: 'not', part: lower(query.part, lowering, expansions) }
    case 'near':
      return nearPlan(query, lowering)
    case 'range':
      return query.field === 'year' || query.field === 'cited'
        ? rangePlan(query.field, query.from, query.to)
        : { op: 'none' }
    case 'word':
      return wordPlan(query.field, query.text, lowering, expansions)
    default:
      return signedPlan(query, lowering)
  }
}

function wordPlan(field: Field, text: string, lowering: Reading, expansions: Expansion[]): Plan {
  const mask = textMask(field)
  if (mask === null) return fieldPlan(field, text, lowering.lookup, lowering.exact)
  if (field !== 'any') return orNothing(wordPlans(text, { mask, weight: 1, exact: lowering.exact }))
  const word: WordQuery = { kind: 'word', field, text, start: 0, end: text.length }
  return orNothing(sentenceUnits([word], lowering, expansions).map(({ plan }) => plan))
}

/** A word of nothing but signs finds nothing, rather than everything. */
function orNothing(plans: Plan[]): Plan {
  return plans.length === 0 ? { op: 'none' } : allOf(plans)
}

function signedPlan(
  query: Extract<Query, { kind: 'phrase' | 'prefix' | 'wildcard' }>,
  { lookup, exact }: Lowering,
): Plan {
  const mask = textMask(query.field)
  if (query.kind === 'prefix') {
    if (mask === null) return fieldPrefixPlan(query.field, query.text)
    return beginningWith(simplified(query.text.normalize('NFKC').toLowerCase()), mask, 1)
  }
  if (query.kind === 'wildcard') return mask === null ? { op: 'none' } : fitting(query.pattern, mask, 1)
  if (mask !== null) return phrasePlan(query.text, { mask, weight: 1 })
  if (query.field === 'source') return exactly(SPACES.source_whole + sourceKey(query.text))
  return fieldPlan(query.field, query.text, lookup, exact)
}

function nearPlan(query: Extract<Query, { kind: 'near' }>, lowering: Reading): Plan {
  const plain: Reading = { ...lowering, bilingual: null }
  const [left, right] = [query.left, query.right].map((side) => withoutNames(lower(side, plain, [])))
  if (left && right && isPlaced(left) && isPlaced(right))
    return { op: 'near', left, right, distance: query.distance, mask: ANY_MASK }
  return allOf([left ?? { op: 'none' }, right ?? { op: 'none' }])
}

/** Names have no places: beside a word of the text they say nothing. */
function withoutNames(plan: Plan): Plan {
  if (plan.op !== 'or') return plan
  return oneOf(plan.parts.filter((part) => part.op !== 'term' || !part.term.startsWith(SPACES.author)))
}
