// Completes a typed text to values and titles, from what a completer has prepared.
import type { FacetMemory } from '../facets/facet-memory.ts'
import { facetSizes } from '../facets/facet-sizes.ts'
import { MASKS, type Segment } from '../index/layout.ts'
import type { AllValues } from '../index/values.ts'
import type { Plan } from '../planning/plan.ts'
import type { Completions, ValueCounts } from '../planning/term-index.ts'
import { type CompletedTable, typedBeginnings } from './beginnings.ts'
import { type CitedTitles, NO_OTHERS } from './cited-titles.ts'
import { type FrequentCompletions, findByBeginning, mostFrequentValues } from './frequent-values.ts'
import { isMatchable, matchTitles, type TitleHit } from './match-titles.ts'
import { typedTextPlan } from './plans.ts'
import { type CompletionLibrary, findRareTitles, findRareValues } from './rare-values.ts'
import { isShortWord } from './typed-text.ts'

/** The frequent values of each table. */
type FrequentByTable = Record<CompletedTable, FrequentCompletions>

/** The frequent values, with the state of the index for which they were computed. */
interface FrequentSnapshot {
  tables: FrequentByTable
  changed_papers: number
  /** Number of values of each table then. */
  counts: Record<CompletedTable, number>
}

/** What a completer knows of the index. */
export interface CompleterState {
  memory: FacetMemory
  segments: Segment[]
  values: AllValues
  papers: number
  merging: boolean
  /** Total number of papers added, changed or deleted so far. */
  changed_papers: number
  /** Null until the frequent values have been computed. */
  frequent: FrequentSnapshot | null
  /** The most cited titles of each segment that is prepared. */
  titles: Map<Segment, CitedTitles>
  /** Whether the warm-up texts have been completed: see warm-up-texts.ts. */
  warmed_up: boolean
  /** Preparation in progress, of which each call of `next` runs a few milliseconds; null when there is none. */
  steps: Generator<void, void> | null
}

/** Completes a text in all tables and in titles. */
export function completeText(state: CompleterState, text: string): Completions {
  const { segments, values, memory } = state
  const library = { segments, values, sizes: facetSizes(values), memory }
  return {
    keyword: completeValues(state, library, 'keyword', text),
    author: completeValues(state, library, 'author', text),
    source: completeValues(state, library, 'source', text),
    titles: completeTitles(state, library, text),
  }
}

/** Number of completions per table: see `Completions`. */
const MAX_SUGGESTIONS = 30
/** Minimum number of matching frequent values; with fewer, rare values are searched. */
const MIN_FREQUENT_HITS = 3

/**
 * Completes a text in one table, from the frequent values where they suffice. Without a text, the most frequent
 * keywords are returned, and nothing from the other tables.
 */
function completeValues(
  state: CompleterState,
  library: CompletionLibrary,
  table: CompletedTable,
  text: string,
): ValueCounts {
  const { frequent } = state
  if (!frequent) return completeEarlyValues(state, table, text)
  const { tables, counts } = frequent
  if (text === '') return table === 'keyword' ? mostFrequentValues(tables.keyword, MAX_SUGGESTIONS) : []
  const beginnings = typedBeginnings(table, text)
  if (beginnings.length === 0) return []
  const found = findByBeginning(tables[table], beginnings, MAX_SUGGESTIONS)
  const hasAllValues = tables[table].complete && counts[table] === library.values[table].count
  return hasAllValues || found.length >= MIN_FREQUENT_HITS || isShortWord(text)
    ? found
    : findRareValues(library, table, text, beginnings)
}

/**
 * Number of values that are examined until the frequent ones are known: the first ones, as values are numbered in the
 * order in which they were added.
 */
const MAX_EARLY_VALUES = 20_000

/** Completes a text from the first values of a table; their numbers of papers are unknown and given as 0. */
function completeEarlyValues({ values }: CompleterState, table: CompletedTable, text: string): ValueCounts {
  const { beginningWith } = values[table]
  const beginnings = text === '' && table === 'keyword' ? [''] : typedBeginnings(table, text)
  const numbers = beginnings.flatMap((prefix) => beginningWith(prefix, MAX_EARLY_VALUES, MAX_SUGGESTIONS))
  return [...new Set(numbers)].slice(0, MAX_SUGGESTIONS).map((number) => [number, 0])
}

/** Number of titles: more than are shown, because some turn out to belong to versions of one work. */
const MAX_TITLES = 15

/**
 * Returns the numbers of papers whose titles match, most cited first; for several words, titles that begin with the
 * first word come before others.
 */
function completeTitles(state: CompleterState, library: CompletionLibrary, text: string): number[] {
  if (isShortWord(text)) return []
  const plan = typedTextPlan(text, MASKS.title)
  return (
    (isMatchable(plan) ? completeCitedTitles(state, plan, text) : null) ??
    findRareTitles(library, plan, text, MAX_TITLES)
  )
}

/** Minimum number of matching titles of the most cited papers; with fewer, all titles are searched. */
const MIN_CITED_TITLES = 12

/**
 * Returns matching papers among the most cited ones of each segment, or null when all papers have to be searched: too
 * few of the most cited ones match or, for one word, too few of them are certainly cited more than other papers. While
 * some segments are not prepared, the others have to suffice: searching all papers would take a hundred times as long.
 */
function completeCitedTitles(
  { segments, titles }: CompleterState,
  plan: Plan,
  text: string,
): number[] | null {
  let maxOtherCitations = NO_OTHERS
  const hasSeveralWords = text.includes(' ')
  const hits: TitleHit[] = []
  const isReady = segments.every((segment) => titles.has(segment))
  for (const segment of segments) {
    const cited = titles.get(segment)
    if (!cited) continue
    maxOtherCitations = Math.max(maxOtherCitations, cited.max_other_citations)
    hits.push(...matchTitles({ segment, cited }, plan, { limit: MAX_TITLES, openingFirst: hasSeveralWords }))
  }
  // Papers that are not indexed may be cited as often as the other hits.
  const certain = hasSeveralWords ? hits : hits.filter(({ cited }) => cited >= maxOtherCitations)
  if (isReady && maxOtherCitations !== NO_OTHERS && certain.length < MIN_CITED_TITLES) return null
  certain.sort((a, b) => Number(b.opening) - Number(a.opening) || b.cited - a.cited || b.seq - a.seq)
  return certain.slice(0, MAX_TITLES).map(({ seq }) => seq)
}
