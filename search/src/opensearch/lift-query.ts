import { ANY_MASK } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import type { IndexRequest } from '../planning/term-index.ts'
import { distanceWeight, PROXIMITY_WINDOW, pairBond, termWidth } from '../ranking/proximity.ts'
import { PROXIMITY_WEIGHT } from '../ranking/rerank.ts'
import { idf } from '../ranking/score.ts'
import {
  FILL_EXPONENT,
  hasChineseTerms,
  maxLifts,
  titleFillLift,
  type WrittenWord,
  wordsWidth,
  writtenWords,
} from '../ranking/written-words.ts'
import { TEXT_FIELD_NAMES } from './mapping.ts'
import { phraseQuery, termQuery } from './match-query.ts'
import { allOf, anyOf, type OpenSearchQuery } from './query.ts'
import type { ScoreScale } from './score-query.ts'
import { encodeTerm } from './term-text.ts'

/** Maximum number of proximity clauses in one query; the more pairs, the smaller the distances that are considered. */
const MAX_PROXIMITY_CLAUSES = 600

/**
 * Builds the query that scores some records by the proximity of the query's words and by the words as written; returns
 * null when nothing adds to the score.
 *
 * @param seqs numbers of the records
 * @param idfOf returns the rarity of a word of the plan
 */
export function liftQuery(
  seqs: number[],
  { plan, pairs, titles }: Pick<IndexRequest, 'plan' | 'pairs' | 'titles'>,
  scale: ScoreScale,
  idfOf: (plan: Plan) => number,
): OpenSearchQuery | null {
  const should = [
    ...nearQueries(pairs, scale),
    ...writtenQueries(writtenWords(plan, idfOf), titleFillLift({ titles })),
  ]
  return should.length === 0 ? null : { bool: { filter: [{ terms: { seq: seqs } }], should } }
}

/** Builds a query for each pair of words that scores their proximity as `proximity` does. */
function nearQueries(pairs: IndexRequest['pairs'], { frequencies, papers }: ScoreScale): OpenSearchQuery[] {
  const present = pairs.filter((pair) => pair.every((term) => (frequencies.get(term) ?? 0) > 0))
  // Each pair has a clause per field and distance, before and after the first word.
  const reach = Math.min(
    PROXIMITY_WINDOW,
    Math.floor(MAX_PROXIMITY_CLAUSES / (present.length * TEXT_FIELD_NAMES.length * 2)),
  )
  if (reach < 1) return []
  return present.map(([first, second]) => {
    const rarities = [first, second].map((term) => idf(frequencies.get(term) ?? 0, papers))
    const weight = PROXIMITY_WEIGHT * pairBond(first, second) * Math.min(...rarities)
    const should = TEXT_FIELD_NAMES.flatMap((field) => fieldNearQueries(field, [first, second], reach))
    return scriptedScore(should, '_score / (_score + 1.0) * params.weight', { weight })
  })
}

/**
 * Wraps clauses in a script over the sum of their scores. Every record gets a score, even 0: OpenSearch (3.2) fails
 * when a query with a script that only contributes to the score matches nothing in a segment.
 */
function scriptedScore(should: OpenSearchQuery[], source: string, params: object): OpenSearchQuery {
  const must = [{ constant_score: { filter: { match_all: {} }, boost: 0 } }]
  return { script_score: { query: { bool: { must, should } }, script: { source, params } } }
}

/**
 * Builds a phrase query for each distance between two words, weighted by distance; the field's similarity counts
 * matches.
 */
function fieldNearQueries(
  field: (typeof TEXT_FIELD_NAMES)[number],
  [first, second]: [string, string],
  reach: number,
): OpenSearchQuery[] {
  const queries: OpenSearchQuery[] = []
  const width = termWidth(first)
  for (let distance = -reach; distance <= reach; distance += 1) {
    if (distance === 0) continue
    const [left, right] = distance > 0 ? [first, second] : [second, first]
    const parts = [
      { term: left, offset: 0 },
      { term: right, offset: Math.abs(distance) },
    ]
    queries.push({ bool: { must: [phraseQuery(field, parts)], boost: distanceWeight(distance, width) } })
  }
  return queries
}

/**
 * Builds the queries that score words as written in the paper, in its heading and in its title, as `writtenLifts` does.
 *
 * @param fillLift share added when the words fill a title (`titleFillLift`).
 */
function writtenQueries(words: WrittenWord[], fillLift: number): OpenSearchQuery[] {
  const totalWeight = words.reduce((sum, { weight }) => sum + weight, 0)
  if (totalWeight <= 0) return []
  const max = maxLifts(words, fillLift)
  const lift = (share: number, has: (term: string) => OpenSearchQuery, factor = '1.0'): OpenSearchQuery => {
    const should = words.map(({ weight, lists }) => ({
      constant_score: {
        filter: anyOf(lists.map((terms) => allOf(terms.map(has)))),
        boost: weight / totalWeight,
      },
    }))
    const params = { power: FILL_EXPONENT, weight: share * totalWeight, width: wordsWidth(words) }
    return scriptedScore(should, `Math.pow(_score, params.power) * params.weight * ${factor}`, params)
  }
  const inPaper = lift(max.paper, (term) => termQuery(term, ANY_MASK))
  if (max.heading === 0) return [inPaper]
  const lifts = [inPaper, lift(max.heading, headingQuery)]
  if (max.title === 0) return lifts
  // The numeric values of a document are in ascending order; Chinese words are compared with the longer title.
  const longest = hasChineseTerms(words) ? "doc['title_lengths'].size() - 1" : '0'
  const filled = `Math.min(1.0, params.width / (double) doc['title_lengths'].get(${longest}))`
  const inTitle = (term: string): OpenSearchQuery => ({ term: { title: { value: encodeTerm(term) } } })
  return [...lifts, lift(max.title, inTitle, filled)]
}

/** Matches a term in the heading of a paper: its title, its authors or its source. */
function headingQuery(term: string): OpenSearchQuery {
  const value = encodeTerm(term)
  return anyOf([{ term: { title: { value } } }, { term: { names: { value } } }])
}
