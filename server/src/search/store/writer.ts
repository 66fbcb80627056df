import { mkdirSync } from 'node:fs'
import type { Work } from '@scinav/contract'
import type { IndexChange } from '../document.ts'
import { buildSegment } from '../segment/build.ts'
import { MOST_DOCS, openSegment, type SegmentData } from '../segment/layout.ts'
import { mergeSegments } from '../segment/merge.ts'
import type { NewValue } from '../segment/values.ts'
import { clear } from './files.ts'
import { chooseMerge } from './merge-policy.ts'
import { load, save } from './persist.ts'
import { emptyState, type IndexUpdate, locate, papersOf, removeGone, type State, updateOf } from './state.ts'

/** The only one that changes an index: in memory at once, on disk when `save` is called. */
export interface IndexWriter {
  /** What was on disk; empty where there was nothing usable. */
  load: () => IndexUpdate
  /** Applies changes in their order; without `more` everything is searchable afterwards. */
  apply: (changes: IndexChange[], more: boolean) => IndexUpdate
  /** Merges some segments, if there are too many; null where there is nothing to do. */
  merge: () => IndexUpdate | null
  save: () => void
  /** Forgets everything. */
  reset: () => IndexUpdate
}

/** @param folder where the files are; null keeps everything in memory. */
export function createWriter(folder: string | null): IndexWriter {
  const state = emptyState(folder)
  if (folder) mkdirSync(folder, { recursive: true })
  return {
    load: () => load(state) ?? reset(state),
    apply: (changes, more) => apply(state, changes, more),
    merge: () => mergeSome(state),
    save: () => save(state),
    reset: () => reset(state),
  }
}

function reset(state: State): IndexUpdate {
  const removed = state.segments.map(({ head }) => head.id)
  const { next_id } = state
  Object.assign(state, emptyState(state.folder), { next_id })
  if (state.folder) clear(state.folder)
  return updateOf(state, [], removed, [])
}

/** Papers a segment is built of while many are waiting: more memory would not make it faster. */
const BATCH = 16_384

function apply(state: State, changes: IndexChange[], more: boolean): IndexUpdate {
  const added: SegmentData[] = []
  const values: NewValue[] = []
  for (const { seq, change, record, cited_by_count } of changes) {
    // Until the last of them has come, papers of this very change may be missing.
    state.change = Math.max(state.change, more ? change - 1 : change)
    state.pending.delete(seq)
    state.gone.add(seq)
    if (record !== null) {
      // Only parsed works are written to the database.
      const work = JSON.parse(record) as Work
      state.pending.set(seq, { seq, work, cited_by_count })
    }
    if (state.pending.size >= BATCH) added.push(buildPending(state, values))
  }
  if (!more && state.pending.size > 0) added.push(buildPending(state, values))
  if (!more) removeGone(state)
  return updateOf(state, added, [], values)
}

function buildPending(state: State, values: NewValue[]): SegmentData {
  const documents = [...state.pending.values()]
  removeGone(state)
  const data = buildSegment(state.next_id, documents, state.values, (value) => {
    values.push(value)
    state.unsaved.push(value)
  })
  state.next_id += 1
  state.pending.clear()
  const segment = openSegment(data)
  state.segments.push(segment)
  locate(state, segment)
  return data
}

function mergeSome(state: State): IndexUpdate | null {
  const chosen = chooseMerge(
    state.segments.map((segment) => ({ segment, papers: papersOf([segment]), size: segment.head.doc_count })),
    MOST_DOCS,
  )
  if (!chosen) return null
  const merged = mergeSegments(state.next_id, chosen)
  state.next_id += 1
  const removed = new Set(chosen.map(({ head }) => head.id))
  state.segments = state.segments.filter(({ head }) => !removed.has(head.id))
  const added = merged.head.doc_count > 0 ? [merged] : []
  for (const data of added) {
    const segment = openSegment(data)
    state.segments.push(segment)
    locate(state, segment)
  }
  return updateOf(state, added, [...removed], [])
}
