import { createFacetMemory, type FacetMemory, facetSizes, refreshFrequentValues } from '../facets/facets.ts'
import { createReleaseCounter } from '../index/garbage-collection.ts'
import { MASKS, MAX_DOCS, type Segment, type SegmentData, updateSegments } from '../index/layout.ts'
import { type AllMemory, type AllValues, createValueMemory, openValues } from '../index/values.ts'
import type { Plan } from '../planning/plan.ts'
import type { Completions, ValueCounts } from '../planning/term-index.ts'
import { COMPLETED_TABLES, type CompletedTable, typedBeginnings } from './beginnings.ts'
import {
  type CitedTitles,
  isMatchable,
  makeCitedTitles,
  matchTitles,
  NO_OTHERS,
  type TitleHit,
} from './cited-titles.ts'
import {
  type FrequentCompletions,
  findByBeginning,
  MAX_FREQUENT_VALUES,
  makeFrequentValues,
  mostFrequentValues,
} from './frequent-values.ts'
import { typedTextPlan } from './plans.ts'
import { type CompletionLibrary, findRareTitles, findRareValues } from './rare-values.ts'
import { isShortWord } from './typed-text.ts'
import { warmUpTexts } from './warm-up-texts.ts'

/** A change of the index. */
export interface CompleterUpdate {
  added: SegmentData[]
  /** Ids of removed segments. */
  removed: number[]
  values: AllMemory
  /** Number of papers, without deleted ones. */
  papers: number
  /** Whether segments are being merged: those that may be part of the merge will soon be replaced. */
  merging: boolean
}

/**
 * Completes typed texts; see `TermIndex.complete`. The owner calls `prepare` again and again, also after each update,
 * until it returns false.
 */
export interface Completer {
  /** Applies a change of the index. */
  update: (update: CompleterUpdate) => void
  /** Prepares completion for up to this many milliseconds; returns false when nothing is left to do. */
  prepare: (duration_ms: number) => boolean
  /**
   * Completes a text from prepared data; before that is ready, from the values that were added to the index first, most
   * of which are frequent.
   */
  complete: (text: string) => Completions
}

/** The frequent values of each table. */
type FrequentByTable = Record<CompletedTable, FrequentCompletions>

/** What a completer knows of the index. */
interface CompleterState {
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
  /** Whether the warm-up texts have been completed: see `warmUpTexts`. */
  warmed_up: boolean
  /** Preparation in progress, of which each call of `next` runs a few milliseconds; null when there is none. */
  steps: Generator<void, void> | null
}

/** The frequent values, with the state of the index for which they were computed. */
interface FrequentSnapshot {
  tables: FrequentByTable
  changed_papers: number
  /** Number of values of each table then. */
  counts: Record<CompletedTable, number>
}

/** Number of completions per table: see `Completions`. */
const MAX_SUGGESTIONS = 30
/** Number of titles: more than are shown, because some turn out to belong to versions of one work. */
const MAX_TITLES = 15
/** Minimum number of matching frequent values; with fewer, rare values are searched. */
const MIN_FREQUENT_HITS = 3
/** Minimum number of matching titles of the most cited papers; with fewer, all titles are searched. */
const MIN_CITED_TITLES = 12

/**
 * Creates a completer.
 *
 * @param now returns the time in milliseconds.
 * @param maxFrequent number of frequent values kept per table.
 */
export function createCompleter(now = () => performance.now(), maxFrequent = MAX_FREQUENT_VALUES): Completer {
  const state: CompleterState = {
    memory: createFacetMemory(),
    segments: [],
    values: openValues(createValueMemory()),
    papers: 0,
    merging: false,
    changed_papers: 0,
    frequent: null,
    titles: new Map(),
    warmed_up: false,
    steps: null,
  }
  const countReleased = createReleaseCounter(() => refreshFrequentValues(state.memory, state.segments))
  return {
    update: (update) => countReleased(applyUpdate(state, update)),
    prepare: (duration_ms) => prepareUntil(state, maxFrequent, now, now() + duration_ms),
    complete: (text) => completeText(state, text),
  }
}

/** Completes a text in all tables and in titles. */
function completeText(state: CompleterState, text: string): Completions {
  const { segments, values, memory } = state
  const library = { segments, values, sizes: facetSizes(values), memory }
  return {
    keyword: completeValues(state, library, 'keyword', text),
    author: completeValues(state, library, 'author', text),
    source: completeValues(state, library, 'source', text),
    titles: completeTitles(state, library, text),
  }
}

/** Applies an update and returns the removed segments. */
function applyUpdate(
  state: CompleterState,
  { added, removed, values, papers, merging }: CompleterUpdate,
): Segment[] {
  const ids = new Set(removed)
  const knownIds = new Set(state.segments.map(({ head }) => head.id))
  const removedSegments = state.segments.filter(({ head }) => ids.has(head.id))
  for (const segment of removedSegments) state.titles.delete(segment)
  // Segments that replace others contain no new papers.
  const isReplacement = removedSegments.length > 0
  const newHeads = added.map(({ head }) => head).filter(({ id }) => !knownIds.has(id))
  const addedPapers = isReplacement ? 0 : newHeads.reduce((sum, head) => sum + head.doc_count, 0)
  const removedPapers = Math.max(0, state.papers + addedPapers - papers)
  state.changed_papers += addedPapers + removedPapers
  const counts = state.frequent?.counts
  // A reset index numbers its values anew.
  if (counts && COMPLETED_TABLES.some((table) => values[table].count < counts[table])) {
    state.frequent = null
    state.steps = null
  }
  state.segments = updateSegments(state.segments, { added, removed })
  state.values = openValues(values)
  state.papers = papers
  state.merging = merging
  return removedSegments
}

/** Prepares completion until a time; returns false when nothing is left to do. */
function prepareUntil(state: CompleterState, maxFrequent: number, now: () => number, until: number): boolean {
  state.steps ??= nextSteps(state, maxFrequent)
  while (state.steps && now() < until) {
    if (state.steps.next().done) state.steps = null
  }
  return state.steps !== null || nextSteps(state, maxFrequent) !== null
}

/** Below this number of papers, frequent values are recomputed after every change, and no warm-up is needed. */
const SMALL_LIBRARY_PAPERS = 1_000
/** In larger libraries, frequent values are recomputed when more than this share of the papers may have changed. */
const MAX_CHANGED_SHARE = 1 / 20

/** Returns whether the frequent values have to be computed again. */
function isStale({ frequent, papers, changed_papers }: CompleterState): boolean {
  if (!frequent) return true
  const drift = changed_papers - frequent.changed_papers
  return papers < SMALL_LIBRARY_PAPERS ? drift > 0 : drift > papers * MAX_CHANGED_SHARE
}

/**
 * Returns the preparation that is due next: frequent values, titles of a segment, then warm-up; null when none is due.
 */
function nextSteps(state: CompleterState, maxFrequent: number): CompleterState['steps'] {
  if (isStale(state)) return prepareFrequent(state, maxFrequent)
  const unprepared = state.segments.find((segment) => !state.titles.has(segment) && isLasting(state, segment))
  if (unprepared) return prepareTitles(state, unprepared)
  const needsWarmUp = !state.warmed_up && state.papers >= SMALL_LIBRARY_PAPERS && state.titles.size > 0
  return needsWarmUp ? warmUp(state) : null
}

/**
 * Returns whether a segment is likely to last: while others are merged, only those that are more than half full, which
 * are merged only to remove deleted papers.
 */
const isLasting = ({ merging }: CompleterState, { head }: Segment) =>
  !merging || head.doc_count > MAX_DOCS / 2

/** Computes the frequent values of all tables. */
function* prepareFrequent(state: CompleterState, maxFrequent: number): Generator<void, void> {
  const { segments, values, changed_papers } = state
  const frequentOf = (table: CompletedTable) =>
    makeFrequentValues({ table, segments, values: values[table], limit: maxFrequent })
  const tables = {
    keyword: yield* frequentOf('keyword'),
    author: yield* frequentOf('author'),
    source: yield* frequentOf('source'),
  }
  const counts = {
    keyword: values.keyword.count,
    author: values.author.count,
    source: values.source.count,
  }
  state.frequent = { tables, changed_papers, counts }
}

/** Indexes the most cited titles of a segment. */
function* prepareTitles(state: CompleterState, segment: Segment): Generator<void, void> {
  const cited = yield* makeCitedTitles(segment)
  // The segment may have been merged meanwhile.
  if (state.segments.includes(segment)) state.titles.set(segment, cited)
}

/** Completes the warm-up texts one by one. */
function* warmUp(state: CompleterState): Generator<void, void> {
  state.warmed_up = true
  if (!state.frequent) return
  for (const text of warmUpTexts(state.frequent.tables, state.titles)) {
    completeText(state, text)
    yield
  }
}

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
