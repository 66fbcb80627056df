import { ANY_MASK } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import type { IndexRequest } from '../planning/request.ts'
import { bondOf, WINDOW, weightAt, widthOf } from '../ranking/proximity.ts'
import { PROXIMITY_WEIGHT } from '../ranking/rerank.ts'
import { idf } from '../ranking/score.ts'
import {
  fillsTitle,
  greatestLifts,
  inChinese,
  POWER,
  type WrittenWord,
  widthOfWords,
  writtenWords,
} from '../ranking/written.ts'
import { TEXTS } from './mapping.ts'
import { phraseQuery, termQuery } from './match-query.ts'
import { allOf, anyOf, type Query } from './query.ts'
import type { Scale } from './score-query.ts'
import { sentTerm } from './term-text.ts'

/** A query has at most so many parts that look for words near each other; of more pairs only the nearest places count. */
const MOST_PARTS = 600

/** What the nearness of a query's words, and the words as written, add to each of some records; null where nothing does. */
export function liftQuery(
  seqs: number[],
  { plan, pairs, titles }: Pick<IndexRequest, 'plan' | 'pairs' | 'titles'>,
  scale: Scale,
  idfOf: (plan: Plan) => number,
): Query | null {
  const should = [
    ...nearQueries(pairs, scale),
    ...writtenQueries(writtenWords(plan, idfOf), fillsTitle({ titles })),
  ]
  return should.length === 0 ? null : { bool: { filter: [{ terms: { seq: seqs } }], should } }
}

function nearQueries(pairs: IndexRequest['pairs'], { frequencies, papers }: Scale): Query[] {
  const known = pairs.filter((pair) => pair.every((term) => (frequencies.get(term) ?? 0) > 0))
  const reach = Math.min(WINDOW, Math.floor(MOST_PARTS / (known.length * TEXTS.length * 2)))
  if (reach < 1) return []
  return known.map(([first, second]) => {
    const rarest = [first, second].map((term) => idf(frequencies.get(term) ?? 0, papers))
    const weight = PROXIMITY_WEIGHT * bondOf(first, second) * Math.min(...rarest)
    const should = TEXTS.flatMap((field) => nearIn(field, [first, second], reach))
    return scripted(should, '_score / (_score + 1.0) * params.weight', { weight })
  })
}

/**
 * A score made of the sum of others. Every record has one, be it 0: OpenSearch (3.2) fails where a query with a script that
 * only adds to a score finds nothing in a segment.
 */
function scripted(should: Query[], source: string, params: object): Query {
  const must = [{ constant_score: { filter: { match_all: {} }, boost: 0 } }]
  return { script_score: { query: { bool: { must, should } }, script: { source, params } } }
}

/** How often two words stand at each distance, each time by what it counts: the field counts what is found. */
function nearIn(field: (typeof TEXTS)[number], [first, second]: [string, string], reach: number): Query[] {
  const queries: Query[] = []
  const width = widthOf(first)
  for (let distance = -reach; distance <= reach; distance += 1) {
    if (distance === 0) continue
    const [left, right] = distance > 0 ? [first, second] : [second, first]
    const parts = [
      { term: left, offset: 0 },
      { term: right, offset: Math.abs(distance) },
    ]
    queries.push({ bool: { must: [phraseQuery(field, parts)], boost: weightAt(distance, width) } })
  }
  return queries
}

function writtenQueries(words: WrittenWord[], fills: number): Query[] {
  const whole = words.reduce((sum, { weight }) => sum + weight, 0)
  if (whole <= 0) return []
  const most = greatestLifts(words, fills)
  const lift = (share: number, has: (term: string) => Query, factor = '1.0'): Query => {
    const should = words.map(({ weight, lists }) => ({
      constant_score: { filter: anyOf(lists.map((terms) => allOf(terms.map(has)))), boost: weight / whole },
    }))
    const params = { power: POWER, weight: share * whole, width: widthOfWords(words) }
    return scripted(should, `Math.pow(_score, params.power) * params.weight * ${factor}`, params)
  }
  const inPaper = lift(most.paper, (term) => termQuery(term, ANY_MASK))
  if (most.heading === 0) return [inPaper]
  const lifts = [inPaper, lift(most.heading, inHeading)]
  if (most.title === 0) return lifts
  // Numbers of a record come in ascending order.
  const longest = inChinese(words) ? "doc['title_lengths'].size() - 1" : '0'
  const filled = `Math.min(1.0, params.width / (double) doc['title_lengths'].get(${longest}))`
  const inTitle = (term: string): Query => ({ term: { title: { value: sentTerm(term) } } })
  return [...lifts, lift(most.title, inTitle, filled)]
}

/** What a paper is called by: its title, its authors, its source. */
function inHeading(term: string): Query {
  const value = sentTerm(term)
  return anyOf([{ term: { title: { value } } }, { term: { names: { value } } }])
}
