import { mkdirSync } from 'node:fs'
import type { Work } from '@scinav/contract'
import type { IndexChange, IndexDocument } from '../document.ts'
import { buildSegment } from '../segment/build.ts'
import { MOST_DOCS, openSegment, type Segment, type SegmentData } from '../segment/layout.ts'
import { mergeInSteps } from '../segment/merge.ts'
import { clear } from './files.ts'
import { chooseMerge } from './merge-policy.ts'
import { load, save } from './persist.ts'
import { emptyState, type IndexUpdate, locate, papersOf, relocate, removeGone, type State } from './state.ts'

/** The only one that changes an index: in memory at once, on disk when `save` is called. */
export interface IndexWriter {
  /** What was on disk; empty where there was nothing usable. */
  load: () => IndexUpdate
  /** Applies changes in their order; without `more` everything is searchable afterwards. */
  apply: (changes: IndexChange[], more: boolean) => IndexUpdate
  /** Merges for a moment, if there are too many segments. */
  merge: () => IndexUpdate
  save: () => IndexUpdate
  /** Forgets everything. */
  reset: () => IndexUpdate
}

/**
 * @param folder where the files are; null keeps everything in memory.
 * @param moment_ms how long a merge keeps changes waiting.
 */
export function createWriter(folder: string | null, moment_ms: number): IndexWriter {
  const state = emptyState(folder)
  if (folder) mkdirSync(folder, { recursive: true })
  return {
    load: () => {
      const found = load(state)
      return found ? updateOf(state, found) : reset(state)
    },
    apply: (changes, more) => apply(state, changes, more),
    merge: () => mergeForAMoment(state, moment_ms),
    save: () => {
      save(state)
      return updateOf(state, {})
    },
    reset: () => reset(state),
  }
}

function updateOf(
  state: State,
  { added = [], removed = [] }: Partial<Pick<IndexUpdate, 'added' | 'removed'>>,
): IndexUpdate {
  return {
    added: added.map(({ head, buffer }) => ({ head, buffer })),
    removed,
    values: state.values,
    change: state.flushed,
    papers: papersOf(state.segments),
    unfinished: state.merging !== null || nextMerge(state) !== null,
  }
}

function reset(state: State): IndexUpdate {
  const removed = state.segments.map(({ head }) => head.id)
  const { folder, next_id } = state
  Object.assign(state, emptyState(folder), { next_id })
  if (folder) clear(folder)
  return updateOf(state, { removed })
}

/** Papers a segment is built of while many are waiting: more memory would not make it faster. */
const BATCH = 16_384

function apply(state: State, changes: IndexChange[], more: boolean): IndexUpdate {
  const added: SegmentData[] = []
  for (const { seq, change, record, cited_by_count } of changes) {
    state.latest = Math.max(state.latest, change)
    // Until the last of them has come, papers of this very change may be missing.
    if (more) state.complete = Math.max(state.complete, change - 1)
    state.pending.delete(seq)
    state.gone.add(seq)
    if (record !== null) state.pending.set(seq, pendingDocument(seq, record, cited_by_count))
    if (state.pending.size >= BATCH) added.push(buildPending(state))
  }
  if (!more) state.complete = state.latest
  if (!more && state.pending.size > 0) added.push(buildPending(state))
  if (!more) removeGone(state)
  return updateOf(state, { added })
}

/** The record that was asked for last, and its work: a paper is read once, and forgotten when the next one is. */
let parsed: { record: string; work: Work } | undefined

/** A paper that waits as text, which takes a quarter of the memory. */
function pendingDocument(seq: number, record: string, cited_by_count: number): IndexDocument {
  return {
    seq,
    cited_by_count,
    get work() {
      // Only parsed works are written to the database.
      if (parsed?.record !== record) parsed = { record, work: JSON.parse(record) as Work }
      return parsed.work
    },
  }
}

function buildPending(state: State): SegmentData {
  const data = buildSegment(state.next_id, [...state.pending.values()], state.values)
  state.next_id += 1
  state.pending.clear()
  removeGone(state)
  const segment = openSegment(data)
  state.segments.push(segment)
  locate(state, segment)
  return data
}

function mergeForAMoment(state: State, moment_ms: number): IndexUpdate {
  state.merging ??= beginMerge(state)
  const until = performance.now() + moment_ms
  while (state.merging) {
    const step = state.merging.steps.next()
    if (step.done) return finishMerge(state, state.merging.sources, step.value)
    if (performance.now() >= until) break
  }
  return updateOf(state, {})
}

function beginMerge(state: State): State['merging'] {
  const chosen = nextMerge(state)
  if (!chosen) return null
  const steps = mergeInSteps(state.next_id, chosen)
  state.next_id += 1
  return { sources: new Set(chosen.map(({ head }) => head.id)), steps }
}

function nextMerge({ segments }: State): Segment[] | null {
  const sized = segments.map((segment) => ({
    segment,
    papers: papersOf([segment]),
    size: segment.head.doc_count,
  }))
  return chooseMerge(sized, MOST_DOCS)
}

function finishMerge(state: State, sources: Set<number>, merged: SegmentData): IndexUpdate {
  state.merging = null
  state.segments = state.segments.filter(({ head }) => !sources.has(head.id))
  const removed = [...sources]
  if (merged.head.doc_count === 0) return updateOf(state, { removed })
  const segment = openSegment(merged)
  relocate(state, segment, sources)
  state.segments.push(segment)
  return updateOf(state, { added: [merged], removed })
}
