import { createValueMemory, openValues } from '../search/src/index/values.ts'
import { MIN_HITS, planSearch } from '../search/src/planning/plan-search.ts'
import {
  COUNTED_FACETS,
  type CountedFacet,
  createRequest,
  type IndexRequest,
} from '../search/src/planning/term-index.ts'
import { EMPTY_VOCABULARY } from '../search/src/planning/vocabulary.ts'
import { bilingualTerms } from '../server/src/search/engine/curated-terms.ts'
import type { AclPaper } from './corpus.ts'
import { createRandom, type Random } from './random.ts'

/** A search by words, for the index and for SQLite. */
export interface MixedQuery {
  kind: 'or' | 'and' | 'phrase' | 'word' | 'since'
  words: string[]
}

/** Files with the searches and with papers to add, for processes that should not hold the whole corpus. */
export const QUERIES_FILE = 'queries.json'
export const SAMPLES_FILE = 'samples.jsonl'

/** Returns 260 searches, a third of them OR over common words, identical in every run. */
export function mixedQueries(papers: AclPaper[]): MixedQuery[] {
  const random = createRandom(7)
  const common = commonWords(papers)
  const kinds: [MixedQuery['kind'], number, () => string[]][] = [
    ['or', 87, () => drawDistinct(random, 2, 4, () => random.pick(common))],
    ['and', 90, () => titleWords(random, papers, 2 + random.below(3))],
    ['phrase', 40, () => drawAdjacentWords(random, papers)],
    ['word', 23, () => [random.once(2) ? random.pick(common) : (titleWords(random, papers, 1)[0] ?? '')]],
    ['since', 20, () => titleWords(random, papers, 2)],
  ]
  return kinds.flatMap(([kind, count, words]) =>
    Array.from({ length: count }, () => ({ kind, words: words() })),
  )
}

function drawDistinct(random: Random, min: number, max: number, make: () => string): string[] {
  const words = new Set<string>()
  const count = min + random.below(max - min + 1)
  while (words.size < count) words.add(make())
  return [...words]
}

const latinWords = (text: string) => text.toLowerCase().match(/[a-z]{3,}/g) ?? []

/** Returns the words ranked 10 to 300 by the number of papers that contain them. */
function commonWords(papers: AclPaper[]): string[] {
  const counts = new Map<string, number>()
  for (const { title, abstract } of papers)
    for (const word of new Set(latinWords(`${title} ${abstract}`)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const ordered = [...counts].sort((a, b) => b[1] - a[1])
  return ordered.slice(10, 300).map(([word]) => word)
}

function titleWords(random: Random, papers: AclPaper[], count: number): string[] {
  for (;;) {
    const words = [...new Set(latinWords(random.pick(papers).title))].filter((word) => word.length > 3)
    if (words.length < count) continue
    const start = random.below(words.length - count + 1)
    return words.slice(start, start + count)
  }
}

function drawAdjacentWords(random: Random, papers: AclPaper[]): string[] {
  for (;;) {
    const { title } = random.pick(papers)
    const pairs = [...title.toLowerCase().matchAll(/\b([a-z]{4,}) ([a-z]{4,})\b/g)]
    const [, first, second] = pairs[0] ?? []
    if (first && second) return [first, second]
  }
}

/** Formats the search as a user types it. */
export function queryText({ kind, words }: MixedQuery): string {
  if (kind === 'or') return words.join(' OR ')
  return kind === 'phrase' ? `"${words.join(' ')}"` : words.join(' ')
}

/** No field of these searches names a value of a table. */
const values = openValues(createValueMemory())
/** The vocabulary of the product without a library: its own list of terms. */
export const ownVocabulary = { ...EMPTY_VOCABULARY, terms: bilingualTerms() }

/** Returns the request that the product derives from a text. */
export function requestFor(text: string, more: Partial<IndexRequest>): IndexRequest {
  const { understood, pairs, titles } = planSearch({ query: text }, values, ownVocabulary)
  const { plan, fallback } = understood
  return { ...createRequest(plan), fallback: fallback, min_hits: MIN_HITS, titles, pairs, limit: 20, ...more }
}

/** The facets of a request that counts only two. */
export const TWO_FACETS: CountedFacet[] = ['year', 'source']

/** Returns the request of a mixed query, with all eight facets or some. */
export function mixedRequest(
  query: MixedQuery,
  facets: readonly CountedFacet[] = COUNTED_FACETS,
): IndexRequest {
  const since = { facet: 'year', plan: { op: 'range', column: 'year', from: 2018, to: 9999 } } as const
  return requestFor(queryText(query), { facets: [...facets], filters: query.kind === 'since' ? [since] : [] })
}
