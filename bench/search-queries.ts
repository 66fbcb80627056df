import { segmentChinese } from '../search/src/analysis/dictionary.ts'
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

/** How queries are drawn from papers in a language. */
interface QueryLanguage {
  /** Returns the words of a text, in lower case. */
  words: (text: string) => string[]
  /** Matches two adjacent words of a title. */
  pair: RegExp
  /** Length of words that are searched. */
  min_chars: number
}

const LATIN: QueryLanguage = {
  words: (text) => text.toLowerCase().match(/[a-z]{3,}/g) ?? [],
  pair: /\b([a-z]{4,}) ([a-z]{4,})\b/,
  min_chars: 4,
}
/** Chinese words, as a dictionary divides the text. */
export const CHINESE: QueryLanguage = {
  words: (text) => segmentChinese(text).filter((word) => /^\p{Script=Han}{2,}$/u.test(word)),
  pair: /(\p{Script=Han}{2})(\p{Script=Han}{2})/u,
  min_chars: 2,
}

type TitledPaper = Pick<AclPaper, 'title' | 'abstract'>

/** Returns 260 searches, a third of them OR over common words, identical in every run. */
export function mixedQueries(papers: TitledPaper[], language = LATIN): MixedQuery[] {
  const random = createRandom(7)
  const common = commonWords(papers, language)
  const kinds: [MixedQuery['kind'], number, () => string[]][] = [
    ['or', 87, () => drawDistinct(random, 2, 4, () => random.pick(common))],
    ['and', 90, () => titleWords(random, papers, 2 + random.below(3), language)],
    ['phrase', 40, () => drawAdjacentWords(random, papers, language)],
    [
      'word',
      23,
      () => [random.once(2) ? random.pick(common) : (titleWords(random, papers, 1, language)[0] ?? '')],
    ],
    ['since', 20, () => titleWords(random, papers, 2, language)],
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

/** Returns the words ranked 10 to 300 by the number of papers that contain them. */
function commonWords(papers: TitledPaper[], { words }: QueryLanguage): string[] {
  const counts = new Map<string, number>()
  for (const { title, abstract } of papers)
    for (const word of new Set(words(`${title} ${abstract}`))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const ordered = [...counts].sort((a, b) => b[1] - a[1])
  return ordered.slice(10, 300).map(([word]) => word)
}

function titleWords(
  random: Random,
  papers: TitledPaper[],
  count: number,
  { words: wordsOf, min_chars }: QueryLanguage,
): string[] {
  for (;;) {
    const words = [...new Set(wordsOf(random.pick(papers).title))].filter((word) => word.length >= min_chars)
    if (words.length < count) continue
    const start = random.below(words.length - count + 1)
    return words.slice(start, start + count)
  }
}

function drawAdjacentWords(random: Random, papers: TitledPaper[], { pair }: QueryLanguage): string[] {
  for (;;) {
    const [, first, second] = pair.exec(random.pick(papers).title.toLowerCase()) ?? []
    if (first && second) return [first, second]
  }
}

const isChinese = (word: string) => /\p{Script=Han}/u.test(word)

/** Formats the search as a user types it. */
export function queryText({ kind, words }: MixedQuery): string {
  if (kind === 'or') return words.join(' OR ')
  if (kind !== 'phrase') return words.join(' ')
  return `"${words.join(words.some(isChinese) ? '' : ' ')}"`
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
