import { mkdirSync } from 'node:fs'
import { createBuilder } from './build.ts'
import type { IndexChange } from './document.ts'
import { removeIndexFiles } from './files.ts'
import { requestCollection } from './garbage-collection.ts'
import { MAX_DOCS, type SegmentData } from './layout.ts'
import { mergeInSteps } from './merge.ts'
import { chooseMerge } from './merge-policy.ts'
import { loadIndex, requireInMemory, saveIndex } from './persist.ts'
import { type SchemaName, schemaNamed } from './schema.ts'
import { openSegment, segmentBytes } from './segment-bytes.ts'
import {
  countPapers,
  createState,
  finishReplacing,
  type HeldSegment,
  holdSegment,
  type IndexUpdate,
  locatePapers,
  relocatePapers,
  type WriterState,
} from './state.ts'

/**
 * The single writer of an index: changes apply in memory at once, on disk when `save` is called. Each operation returns
 * what has changed for the threads that search.
 */
export interface IndexWriter {
  /** Loads the index from disk; returns an empty one when nothing usable exists. */
  load: () => Promise<IndexUpdate>
  /** Applies changes in order. All of them are searchable afterwards, unless `more` announces further ones. */
  apply: (changes: IndexChange[], more: boolean) => IndexUpdate
  /** Continues merging for about `merge_step_ms`, if there are too many segments; `unfinished` tells to call again. */
  merge: () => IndexUpdate
  save: () => IndexUpdate
  /** Empties the index, in memory and on disk. */
  reset: () => IndexUpdate
  /** Returns all segments as if they were new, for a reader that has none. */
  everything: () => IndexUpdate
}

/** How a writer works. */
interface WriterOptions {
  /** Folder of the files; null keeps everything in memory. */
  folder: string | null
  /** Duration of one step of a merge, which delays changes; 0 does as little as possible in each step. */
  merge_step_ms: number
  /** Whether nothing is searched, so that saved segments need not stay in memory; false by default. */
  write_only?: boolean
  /** Kind of records; papers by default. */
  schema?: SchemaName
}

/**
 * Creates the writer of an index, which is empty until `load` is called.
 *
 * Papers wait in a builder until there are enough of them for a segment, or no more changes are announced. A new version
 * of a paper makes the old one a deleted document of its segment; merging joins segments and drops such documents.
 */
export function createWriter({
  folder,
  merge_step_ms,
  write_only = false,
  schema = 'papers',
}: WriterOptions): IndexWriter {
  const state = createState(folder, write_only && folder !== null, schemaNamed(schema))
  if (folder) mkdirSync(folder, { recursive: true })
  return {
    load: async () => {
      const loaded = await loadIndex(state)
      return loaded ? createUpdate(state, loaded) : resetIndex(state)
    },
    apply: (changes, more) => applyChanges(state, changes, more),
    merge: () => runMergeStep(state, merge_step_ms),
    save: () => createUpdate(state, { added: saveIndex(state) }),
    reset: () => resetIndex(state),
    everything: () => ({
      ...createUpdate(state, {}),
      added: segmentData(state.segments.map((held) => requireInMemory(state, held))),
    }),
  }
}

/** Describes the state of the index, and increments the update number if segments have changed. */
function createUpdate(
  state: WriterState,
  { added = [], removed = [] }: Partial<Pick<IndexUpdate, 'added' | 'removed'>>,
): IndexUpdate {
  if (added.length > 0 || removed.length > 0) state.update_number += 1
  return {
    update_number: state.update_number,
    added: state.write_only ? [] : segmentData(added),
    removed,
    values: state.write_only ? null : state.values,
    change: state.flushed,
    papers: countPapers(state.segments),
    segments: state.segments.length,
    bytes: state.segments.reduce((sum, { head }) => sum + segmentBytes(head), 0),
    unfinished: state.merging !== null || chooseNextMerge(state) !== null,
  }
}

/** Returns what a thread needs to open segments. */
const segmentData = (segments: SegmentData[]): SegmentData[] =>
  segments.map(({ head, memory, positions_place }) => ({ head, memory, positions_place }))

/**
 * Number of segments up to which a process without searches merges none; that is left to the next process that opens
 * the index.
 */
const MAX_UNMERGED_SEGMENTS = 24

/** Returns the segments that are due to be merged; null when none are. */
function chooseNextMerge({ segments, write_only }: WriterState): HeldSegment[] | null {
  if (write_only && segments.length <= MAX_UNMERGED_SEGMENTS) return null
  const sized = segments.map((segment) => ({
    segment,
    papers: countPapers([segment]),
    size: segment.head.doc_count,
  }))
  return chooseMerge(sized, MAX_DOCS)
}

/** Empties the index; segment ids and update numbers are not used again. */
function resetIndex(state: WriterState): IndexUpdate {
  const removed = state.segments.map(({ head }) => head.id)
  const { folder, write_only, schema, next_id, update_number } = state
  Object.assign(state, createState(folder, write_only, schema), { next_id, update_number })
  if (folder) removeIndexFiles(folder)
  return createUpdate(state, { removed })
}

/** Applies changes: analyzes new versions, builds segments of them, and marks old versions as deleted. See `apply`. */
function applyChanges(state: WriterState, changes: IndexChange[], more: boolean): IndexUpdate {
  const added: SegmentData[] = []
  for (const change of changes) {
    state.latest = Math.max(state.latest, change.change)
    // Further papers of this change may follow, so only the changes before it are complete.
    if (more) state.complete = Math.max(state.complete, change.change - 1)
    addChange(state, change)
    if (state.builder.count() >= batchSize(state)) added.push(...buildPending(state))
  }
  if (!more) {
    state.complete = state.latest
    added.push(...buildPending(state))
    finishReplacing(state)
  }
  return createUpdate(state, { added })
}

/** Adds a new version to the builder, or records a deletion. It is analyzed at once, as text would take more memory. */
function addChange(state: WriterState, { seq, record, cited_by_count }: IndexChange): void {
  const work = record === null ? null : state.schema.read(record)
  // A version that is still waiting cannot be taken out of the builder; its document will be deleted.
  const outdatedDoc = state.pending.get(seq)
  if (outdatedDoc !== undefined) state.outdated.push(outdatedDoc)
  state.pending.delete(seq)
  state.replaced.add(seq)
  if (work) state.pending.set(seq, state.builder.add({ seq, work, cited_by_count }))
}

/** Number of waiting papers of which a segment is built; merging two such segments gives one of the largest size. */
const BATCH_PAPERS = MAX_DOCS / 2
/** The same in a process that also searches, to save memory: a waiting paper takes some 9 KB. */
const SMALL_BATCH_PAPERS = MAX_DOCS / 8

/** Returns the number of waiting papers of which a segment is built. */
const batchSize = ({ write_only }: WriterState) => (write_only ? BATCH_PAPERS : SMALL_BATCH_PAPERS)

/** Builds one segment of the waiting papers and returns it in an array; [] when no paper is left in it. */
function buildPending(state: WriterState): SegmentData[] {
  const { builder, pending, outdated } = state
  if (builder.count() === 0) return []
  const id = state.next_id
  state.next_id += 1
  const data = builder.finish(id, outdated.splice(0))
  // The builder's memory is only worth keeping while papers arrive in such numbers.
  if (pending.size < batchSize(state) / 2) {
    builder.end()
    state.builder = createBuilder(state.values, state.schema.weights)
  } else requestCollection()
  // All of the papers may have been deleted while they waited.
  const isEmpty = pending.size === 0
  pending.clear()
  finishReplacing(state)
  if (isEmpty) return []
  const segment = openSegment(data)
  holdSegment(state, segment)
  locatePapers(state, segment)
  if (state.write_only) saveIndex(state)
  return [data]
}

/** Begins or continues a merge for about `step_ms`. */
function runMergeStep(state: WriterState, step_ms: number): IndexUpdate {
  state.merging ??= beginMerge(state)
  const until = performance.now() + step_ms
  while (state.merging) {
    const step = state.merging.steps.next()
    if (step.done) return finishMerge(state, state.merging.sources, step.value)
    if (performance.now() >= until) break
  }
  return createUpdate(state, {})
}

/** Chooses the segments to merge next; returns null when none are due. */
function beginMerge(state: WriterState): WriterState['merging'] {
  const chosen = chooseNextMerge(state)
  if (!chosen) return null
  const segments = chosen.map((held) => requireInMemory(state, held))
  const steps = mergeInSteps(state.next_id, segments)
  state.next_id += 1
  return { sources: new Set(chosen.map(({ head }) => head.id)), steps }
}

/** Replaces merged segments by their result, which is dropped when it is empty. */
function finishMerge(state: WriterState, sources: Set<number>, merged: SegmentData): IndexUpdate {
  state.merging = null
  state.count_released(state.segments.filter(({ head }) => sources.has(head.id)))
  state.segments = state.segments.filter(({ head }) => !sources.has(head.id))
  const removed = [...sources]
  if (merged.head.doc_count === 0) return createUpdate(state, { removed })
  const segment = openSegment(merged)
  relocatePapers(state, segment, sources)
  holdSegment(state, segment)
  return createUpdate(state, { added: [merged], removed })
}
