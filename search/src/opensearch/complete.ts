import { MASKS } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import { type Counts, requestOf } from '../planning/request.ts'
import type { Completions } from '../planning/term-index.ts'
import { beginningsOf, COMPLETED, type Completed, wantedBeginnings } from '../suggest/beginnings.ts'
import { authorPlan, sourcePlan, textPlan } from '../suggest/plans.ts'
import { isShort } from '../suggest/typed.ts'
import { learnLabels } from './labels.ts'
import { matchQuery, VALUE_FIELDS } from './match-query.ts'
import type { Opened } from './opened.ts'
import { beginningWith } from './pattern.ts'
import { EVERYTHING } from './query.ts'
import { runSearch } from './run-search.ts'
import { type Body, type Bucket, searchEach } from './searches.ts'

const MOST = 30
const MOST_TITLES = 15
/** Values of papers that have the typed words: most begin otherwise, as the names of co-authors. */
const LOOKED_AT = 300

/** What a text may go on to be: values of the papers that have its words, those first that themselves begin so. */
export async function complete(opened: Opened, text: string): Promise<Completions> {
  const tables = COMPLETED.filter((table) => text !== '' || table === 'keyword')
  const asked = tables.map((table) => ({ table, body: valuesBody(table, text) }))
  const sent = asked.flatMap(({ body }) => body ?? [])
  const [found, titles] = await Promise.all([
    sent.length === 0 ? [] : searchEach(opened.client, opened.target, sent),
    titlesFor(opened, text),
  ])
  const answer: Completions = { keyword: [], author: [], source: [], titles }
  for (const { table, body } of asked) {
    const buckets = body && found[sent.indexOf(body)]?.aggregations.values?.buckets
    if (buckets) answer[table] = fitting(opened, table, text, buckets)
  }
  await learnLabels(
    opened,
    COMPLETED.flatMap((table) =>
      answer[table].map(([number]): [Completed, string] => [table, opened.tables[table].keyOf(number)]),
    ),
  )
  return answer
}

function valuesBody(table: Completed, text: string): Body | null {
  const field = VALUE_FIELDS[table]
  if (text === '') return countAmong({ op: 'all' }, { field, size: MOST })
  const wanted = wantedBeginnings(table, text)
  if (wanted.length === 0) return null
  if (table === 'author') return countAmong(authorPlan(wanted), { field, size: LOOKED_AT })
  // One or two letters begin a great part of all words: only values that begin so are looked at.
  if (isShort(text)) return countAmong({ op: 'all' }, { field, size: MOST, include: beginningWith(text) })
  const plan = table === 'source' ? sourcePlan(text) : textPlan(text, MASKS.keyword)
  return countAmong(plan, { field, size: LOOKED_AT })
}

function countAmong(plan: Plan, terms: object): Body {
  const query = plan.op === 'all' ? EVERYTHING : matchQuery(plan, { idfOf: () => 1, keysOf: () => [] })
  return { query, size: 0, aggs: { values: { terms } } }
}

function fitting({ tables }: Opened, table: Completed, text: string, buckets: Bucket[]): Counts {
  const wanted = wantedBeginnings(table, text)
  const values = tables[table]
  const found = buckets.flatMap(({ key, doc_count }) => {
    const number = values.numbered(String(key))
    const all = beginningsOf(table, values, number)
    const own = text === '' ? all : all.filter((each) => wanted.some((begun) => each.text.startsWith(begun)))
    if (own.length === 0) return []
    return [{ number, papers: doc_count, inner: text !== '' && own.every(({ inner }) => inner) }]
  })
  found.sort((a, b) => Number(a.inner) - Number(b.inner) || b.papers - a.papers)
  return found.slice(0, MOST).map(({ number, papers }) => [number, papers])
}

/** Of one word the most cited papers with it in the title, of several those that fit best. */
async function titlesFor(opened: Opened, text: string): Promise<number[]> {
  if (isShort(text)) return []
  const plan = textPlan(text, MASKS.title)
  if (plan.op === 'none') return []
  const sort = text.includes(' ') ? 'relevance' : 'citations'
  const { hits } = await runSearch(opened, { ...requestOf(plan), limit: MOST_TITLES, sort })
  return hits.map(({ seq }) => seq)
}
