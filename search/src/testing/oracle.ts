import type { IndexChange } from '../index/document.ts'
import { type SchemaName, schemaNamed } from '../index/schema.ts'
import { createValueMemory, ensureValue, openValues } from '../index/values.ts'
import type {
  CountedFacet,
  IndexAnswer,
  IndexRequest,
  TermIndex,
  ValueCounts,
  WordCount,
} from '../planning/term-index.ts'
import { plainCompletions } from './plain-completions.ts'
import { isHit, type PlainLibrary } from './plain-match.ts'
import { type PlainPaper, plainPaper } from './plain-paper.ts'

/**
 * Creates a second index, deliberately slow and simple, to compare the real one with. They share only the analysis of
 * texts and names. It does not rank: hits of one tier come in order of arrival, the newest first, unless the request
 * sorts them.
 */
export function createOracle(name: SchemaName = 'papers'): TermIndex {
  const schema = schemaNamed(name)
  const papers = new Map<number, PlainPaper>()
  const waiting: IndexChange[] = []
  let memory = createValueMemory()
  let change = 0

  function take({ seq, record, cited_by_count }: IndexChange): void {
    papers.delete(seq)
    if (record === null) return
    const paper = plainPaper(seq, schema.read(record), cited_by_count)
    papers.set(seq, paper)
    for (const table of ['source', 'author', 'keyword', 'subject', 'language'] as const)
      for (const key of paper.values[table]) ensureValue(memory, table, key, key)
  }

  const library = (): PlainLibrary => ({ papers: [...papers.values()], values: openValues(memory) })
  return {
    search: async (request) => searchPapers(library(), request),
    complete: async (text) => plainCompletions(library(), text),
    wordsWith: async (prefix, most) => findWords(library(), most, (word) => word.startsWith(prefix)),
    wordsLike: async (word, most) => findWords(library(), most, (other) => isLike(word, other)),
    async apply(changes, more) {
      waiting.push(...changes)
      if (more) return
      for (const each of waiting.splice(0)) {
        change = Math.max(change, each.change)
        take(each)
      }
    },
    async reset() {
      papers.clear()
      waiting.length = 0
      memory = createValueMemory()
      change = 0
    },
    save: async () => {},
    state: () => ({ papers: papers.size, change, segments: 1, bytes: 0 }),
    values: () => openValues(memory),
    close: async () => {},
  }
}

/** Constants of ranking; see docs/design/search.md, Ranking. */
const SHORT_LIST = 100
const MAX_FOLLOWING = 200

function searchPapers(library: PlainLibrary, request: IndexRequest): IndexAnswer {
  const { plan, fallback, filters, min_hits, titles, names, after_seq, sort, limit } = request
  const newer = library.papers.filter(({ seq }) => seq > after_seq)
  const passes = (paper: PlainPaper, left: number[]) =>
    filters.every(({ plan: filter }, at) => left.includes(at) || isHit(paper, filter, library))
  const isTitled = ({ terms }: PlainPaper) => titles.some((term) => terms.has(term))
  const ways = [isTitled, ...names.map((name) => (paper: PlainPaper) => isHit(paper, name, library))]
  const isCalled = (paper: PlainPaper) => ways.some((way) => way(paper))
  const strict = newer.filter((paper) => isCalled(paper) || isHit(paper, plan, library))
  const shown = strict.filter((paper) => passes(paper, []))
  const isCounted = fallback !== null && strict.length < min_hits
  const follows = limit > 0 && shown.length < Math.max(limit, SHORT_LIST)
  const rest =
    fallback && (isCounted || follows)
      ? newer.filter((paper) => !strict.includes(paper) && isHit(paper, fallback, library))
      : []
  const following = rest.filter((paper) => passes(paper, []))
  const partial = isCounted ? following.length : Math.min(MAX_FOLLOWING, following.length)
  const counted = isCounted ? [...strict, ...rest] : strict
  const ranked = [...(sort === 'relevance' ? splitTiers(shown, ways) : [shown]), following].flatMap((tier) =>
    sortPapers(tier, sort),
  )
  return {
    hits: ranked.slice(0, Math.min(limit, shown.length + partial)).map(({ seq }) => ({ seq, score: 0 })),
    total: shown.length,
    partial,
    counts_partial: isCounted,
    unfiltered: strict.length,
    named_count: shown.filter(isCalled).length,
    facets: Object.fromEntries(
      request.facets.map((facet) => {
        const own = filters.flatMap((filter, at) => (filter.facet === facet ? [at] : []))
        const passing = counted.filter((paper) => passes(paper, own))
        return [facet, countFacet(passing, facet, library, request.all_sources)]
      }),
    ),
    kept_out: filters.map((_, at) => {
      return counted.filter((paper) => !passes(paper, []) && passes(paper, [at])).length
    }),
    took_ms: 0,
  }
}

/** Groups papers by the first title or name that identifies them; papers without one come last. */
function splitTiers(papers: PlainPaper[], ways: ((paper: PlainPaper) => boolean)[]): PlainPaper[][] {
  const tierOf = (paper: PlainPaper) => [...ways, () => true].findIndex((way) => way(paper))
  return [...ways, null].map((_, tier) => papers.filter((paper) => tierOf(paper) === tier))
}

function sortPapers(papers: PlainPaper[], sort: IndexRequest['sort']): PlainPaper[] {
  const key = ({ numbers }: PlainPaper) =>
    ({ relevance: 0, date: numbers.date, citations: numbers.cited })[sort]
  return papers.toSorted((a, b) => key(b) - key(a) || b.seq - a.seq)
}

function countFacet(
  papers: PlainPaper[],
  facet: CountedFacet,
  { values }: PlainLibrary,
  all_sources: boolean,
) {
  const counts = new Map<number, number>()
  for (const paper of papers)
    for (const value of facetValues(paper, facet, values)) counts.set(value, (counts.get(value) ?? 0) + 1)
  const ordered: ValueCounts = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const whole = facet === 'year' || (facet === 'source' && all_sources)
  return { counts: whole ? ordered : ordered.slice(0, 30), more: !whole && counts.size > 30 }
}

function facetValues(paper: PlainPaper, facet: CountedFacet, values: PlainLibrary['values']): number[] {
  if (facet === 'year') return paper.numbers.year === 0 ? [] : [paper.numbers.year]
  if (facet === 'resource_type') return [paper.numbers.type]
  if (facet === 'is_oa') return [paper.oa ? 1 : 0]
  return paper.values[facet].map((key) => values[facet].numberOf(key) ?? 0)
}

/** Finds words; a word and its exact form, which carries a mark, count as one. */
function findWords({ papers }: PlainLibrary, most: number, wanted: (word: string) => boolean): WordCount[] {
  const counts = new Map<string, number>()
  for (const { terms } of papers)
    for (const term of terms.keys()) {
      const word = term.replace(/^=/, '')
      if (wanted(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  const ordered = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return ordered.slice(0, most).map(([word, count]) => ({ word, papers: count }))
}

function isLike(word: string, other: string): boolean {
  if (word === other || word.charAt(0) !== other.charAt(0)) return false
  return editDistance(word, other) <= (word.length < 5 ? 1 : 2)
}

/**
 * Returns the number of insertions, deletions, substitutions and transpositions of neighbors, using each letter once.
 */
function editDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const same = a.at(-1) === b.at(-1) ? 0 : 1
  const [shorterA, shorterB] = [a.slice(0, -1), b.slice(0, -1)]
  if (same === 0) return editDistance(shorterA, shorterB)
  const steps = [editDistance(shorterA, b), editDistance(a, shorterB), editDistance(shorterA, shorterB)]
  const swapped = a.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  if (swapped) steps.push(editDistance(a.slice(0, -2), b.slice(0, -2)))
  return 1 + Math.min(...steps)
}
