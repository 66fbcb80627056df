// Lowers queries that state how their words are joined.
import { simplifyText } from '../analysis/traditional.ts'
import { sourceKey } from '../index/document.ts'
import { ANY_MASK } from '../index/layout.ts'
import { SPACES } from '../index/terms.ts'
import type { Query, SearchField, WordQuery } from '../query/query.ts'
import { exactPlan, fieldPlan, fieldPrefixPlan, rangePlan, textMask } from './field-plans.ts'
import { andPlan, isPlaced, orNone, orPlan, type Plan } from './plan.ts'
import { type LoweringContext, queryUnits, type TermExpansion, type WordReading } from './query-units.ts'
import { phrasePlan, prefixWordPlan, wildcardPlan, wordPlans } from './word-plans.ts'

/**
 * Lowers a query that states itself how its words are joined, or a part of one.
 *
 * @param expansions receives the terms that have translations.
 */
export function lowerPart(query: Query, reading: WordReading, expansions: TermExpansion[]): Plan {
  switch (query.kind) {
    case 'all':
      return { op: 'all' }
    case 'and':
      return andPlan(query.parts.map((part) => lowerPart(part, reading, expansions)))
    case 'or':
      return orPlan(query.parts.map((part) => lowerPart(part, reading, expansions)))
    case 'not':
      return { op: 'not', part: lowerPart(query.part, reading, expansions) }
    case 'near':
      return nearPlan(query, reading)
    case 'range':
      // Only these two columns can be searched by a range; one of another field matches nothing.
      return query.field === 'year' || query.field === 'cited'
        ? rangePlan(query.field, query.from, query.to)
        : { op: 'none' }
    case 'word':
      return wordPlan(query.field, query.text, reading, expansions)
    default:
      return phraseOrPatternPlan(query, reading)
  }
}

/** Lowers a word in a field; in any field, with its translations, which it adds to `expansions`. */
function wordPlan(field: SearchField, text: string, reading: WordReading, expansions: TermExpansion[]): Plan {
  const mask = textMask(field)
  if (mask === null) return fieldPlan(field, text, reading.lookup, reading.exact)
  if (field !== 'any') return orNone(wordPlans(text, { mask, weight: 1, exact: reading.exact }))
  const word: WordQuery = { kind: 'word', field, text, start: 0, end: text.length }
  return orNone(queryUnits([word], reading, expansions).map(({ plan }) => plan))
}

/** Lowers a phrase, a prefix or a pattern. */
function phraseOrPatternPlan(
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
function nearPlan(query: Extract<Query, { kind: 'near' }>, reading: WordReading): Plan {
  const untranslated: WordReading = { ...reading, bilingual: null }
  const [left, right] = [query.left, query.right].map((side) => stripNames(lowerPart(side, untranslated, [])))
  if (left && right && isPlaced(left) && isPlaced(right))
    return { op: 'near', left, right, distance: query.distance, mask: ANY_MASK }
  return andPlan([left ?? { op: 'none' }, right ?? { op: 'none' }])
}

/** Removes names, which have no positions, from one side of NEAR; a word has them only as alternatives of an `or`. */
function stripNames(plan: Plan): Plan {
  if (plan.op !== 'or') return plan
  return orPlan(plan.parts.filter((part) => part.op !== 'term' || !part.term.startsWith(SPACES.author)))
}
