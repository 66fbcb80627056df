import { createFacetMemory, refreshFrequentValues } from '../facets/facet-memory.ts'
import { createReleaseCounter } from '../index/garbage-collection.ts'
import { MAX_DOCS, type Segment, type SegmentData } from '../index/layout.ts'
import { updateSegments } from '../index/segment-bytes.ts'
import { type AllMemory, createValueMemory, openValues } from '../index/values.ts'
import type { Completions } from '../planning/term-index.ts'
import { COMPLETED_TABLES, type CompletedTable } from './beginnings.ts'
import { makeCitedTitles } from './cited-titles.ts'
import { type CompleterState, completeText } from './complete-text.ts'
import { MAX_FREQUENT_VALUES, makeFrequentValues } from './frequent-values.ts'
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

/** In larger libraries, frequent values are recomputed when more than this share of the papers may have changed. */
const MAX_CHANGED_SHARE = 1 / 20

/** Returns whether the frequent values have to be computed again. */
function isStale({ frequent, papers, changed_papers }: CompleterState): boolean {
  if (!frequent) return true
  const drift = changed_papers - frequent.changed_papers
  return papers < SMALL_LIBRARY_PAPERS ? drift > 0 : drift > papers * MAX_CHANGED_SHARE
}

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

/**
 * Returns whether a segment is likely to last: while others are merged, only those that are more than half full, which
 * are merged only to remove deleted papers.
 */
const isLasting = ({ merging }: CompleterState, { head }: Segment) =>
  !merging || head.doc_count > MAX_DOCS / 2

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
