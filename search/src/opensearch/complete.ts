import { MASKS } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import { type Completions, createRequest, type ValueCounts } from '../planning/term-index.ts'
import {
  COMPLETED_TABLES,
  type CompletedTable,
  typedBeginnings,
  valueBeginnings,
} from '../suggest/beginnings.ts'
import { authorPrefixPlan, sourcePrefixPlan, typedTextPlan } from '../suggest/plans.ts'
import { isShortWord } from '../suggest/typed-text.ts'
import { learnLabels } from './labels.ts'
import { matchQuery, VALUE_FIELDS } from './match-query.ts'
import type { OpenedIndex } from './opened-index.ts'
import { prefixExpression } from './pattern.ts'
import { MATCH_ALL } from './query.ts'
import { runSearch } from './run-search.ts'
import { type AggregationBucket, type SearchBody, searchEach } from './searches.ts'

/** Maximum number of completions per table, and of titles, see `Completions`. */
const MAX_VALUES = 30
const MAX_TITLES = 15
/**
 * Number of values examined among papers that contain the typed words; most of these values, such as the names of
 * co-authors, do not begin with the text.
 */
const MAX_EXAMINED_VALUES = 300

/**
 * Completes a typed text with values (keywords, authors, sources) and titles of the papers that contain its words.
 * Values that begin with the text come before those of which a later word does.
 */
export async function completeText(opened: OpenedIndex, text: string): Promise<Completions> {
  const tables = COMPLETED_TABLES.filter((table) => text !== '' || table === 'keyword')
  const searches = tables.map((table) => ({ table, body: valuesBody(table, text) }))
  const bodies = searches.flatMap(({ body }) => body ?? [])
  const [results, titles] = await Promise.all([
    bodies.length === 0 ? [] : searchEach(opened.client, opened.target, bodies),
    findTitles(opened, text),
  ])
  const answer: Completions = { keyword: [], author: [], source: [], titles }
  for (const { table, body } of searches) {
    const buckets = body && results[bodies.indexOf(body)]?.aggregations.values?.buckets
    if (buckets) answer[table] = matchingValues(opened, table, text, buckets)
  }
  await learnLabels(
    opened,
    COMPLETED_TABLES.flatMap((table) =>
      answer[table].map(([number]): [CompletedTable, string] => [table, opened.tables[table].keyOf(number)]),
    ),
  )
  return answer
}

/** Builds the search that counts the values of a table for a text; null when no value can begin with it. */
function valuesBody(table: CompletedTable, text: string): SearchBody | null {
  const field = VALUE_FIELDS[table]
  if (text === '') return countAmong({ op: 'all' }, { field, size: MAX_VALUES })
  const beginnings = typedBeginnings(table, text)
  if (beginnings.length === 0) return null
  if (table === 'author')
    return countAmong(authorPrefixPlan(beginnings), { field, size: MAX_EXAMINED_VALUES })
  // One or two letters begin a large part of all words, so only values that begin with them are examined.
  if (isShortWord(text))
    return countAmong({ op: 'all' }, { field, size: MAX_VALUES, include: prefixExpression(text) })
  const plan = table === 'source' ? sourcePrefixPlan(text) : typedTextPlan(text, MASKS.keyword)
  return countAmong(plan, { field, size: MAX_EXAMINED_VALUES })
}

/**
 * Builds a search that counts values among the records of a plan; `terms` is the aggregation. The query has no scores,
 * so that its context needs no weights; typed plans contain no value numbers either.
 */
function countAmong(plan: Plan, terms: object): SearchBody {
  const query = plan.op === 'all' ? MATCH_ALL : matchQuery(plan, { idfOf: () => 1, keysOf: () => [] })
  return { query, size: 0, aggs: { values: { terms } } }
}

/** Returns the values among the buckets of which a word begins with the text, best first. */
function matchingValues(
  { tables }: OpenedIndex,
  table: CompletedTable,
  text: string,
  buckets: AggregationBucket[],
): ValueCounts {
  const typed = typedBeginnings(table, text)
  const values = tables[table]
  const completions = buckets.flatMap(({ key, doc_count }) => {
    const number = values.ensureNumber(String(key))
    const beginnings = valueBeginnings(table, values, number)
    const matching = beginnings.filter(
      (beginning) => text === '' || typed.some((start) => beginning.text.startsWith(start)),
    )
    if (matching.length === 0) return []
    return [{ number, papers: doc_count, inner: text !== '' && matching.every(({ inner }) => inner) }]
  })
  completions.sort((a, b) => Number(a.inner) - Number(b.inner) || b.papers - a.papers)
  return completions.slice(0, MAX_VALUES).map(({ number, papers }) => [number, papers])
}

/**
 * Returns the numbers of papers whose titles have the typed words: for one word the most cited ones, for several words
 * the best matches; [] for a text too short.
 */
async function findTitles(opened: OpenedIndex, text: string): Promise<number[]> {
  if (isShortWord(text)) return []
  const plan = typedTextPlan(text, MASKS.title)
  if (plan.op === 'none') return []
  const sort = text.includes(' ') ? 'relevance' : 'citations'
  const { hits } = await runSearch(opened, { ...createRequest(plan), limit: MAX_TITLES, sort })
  return hits.map(({ seq }) => seq)
}
