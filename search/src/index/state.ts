import { createBuilder, type SegmentBuilder } from './build.ts'
import type { Manifest } from './files.ts'
import { createCollector } from './garbage-collection.ts'
import { isDeleted, markDeleted, type Segment, type SegmentData, type SegmentHead } from './layout.ts'
import type { IndexSchema } from './schema.ts'
import { type AllMemory, createValueMemory } from './values.ts'
import { newValuesFile, type ValuesFile } from './values-file.ts'

/** Changes of the index that searchers need. */
export interface IndexUpdate {
  /** Number of times that segments were added or removed. */
  update_number: number
  added: SegmentData[]
  removed: number[]
  /** The facets' values so far; the memory is shared, so the message is small. Null when nothing is searched. */
  values: AllMemory | null
  /** Every change of the database up to this one is searchable. */
  change: number
  papers: number
  segments: number
  /** Size of all segments. */
  bytes: number
  /** Whether a merge is due or in progress: call `merge` again. */
  unfinished: boolean
}

/** A segment as held by the writer. */
export interface HeldSegment {
  head: SegmentHead
  deleted: Uint32Array
  /** Null when the segment is only in its file. */
  whole: Segment | null
}

/** State of the writer. */
export interface WriterState {
  folder: string | null
  schema: IndexSchema
  /** Whether nothing is searched: saved segments are then read from their files when they are merged. */
  rests: boolean
  segments: HeldSegment[]
  values: AllMemory
  values_saved: ValuesFile
  saved: Map<number, Manifest['segments'][number]>
  /** By a paper's number: the id of its segment, 0 for none; `doc_of`: its number there. */
  segment_of: Uint32Array
  doc_of: Uint16Array
  /**
   * Papers that wait to become a segment, with their numbers in it, and the numbers of those that have changed again.
   */
  builder: SegmentBuilder
  pending: Map<number, number>
  outdated: number[]
  gone: Set<number>
  /**
   * The last change of which a paper has arrived; `complete`: the last that arrived completely; `flushed`: the last up
   * to which nothing is pending.
   */
  latest: number
  complete: number
  flushed: number
  next_id: number
  update_number: number
  /** Receives the segments that have been merged. */
  collect: ReturnType<typeof createCollector>
  /** A merge in progress, with the ids of its sources. */
  merging: { sources: Set<number>; steps: Iterator<void, SegmentData> } | null
}

export function createState(folder: string | null, rests: boolean, schema: IndexSchema): WriterState {
  const values = createValueMemory()
  return {
    folder,
    schema,
    rests,
    segments: [],
    values,
    values_saved: newValuesFile(),
    saved: new Map(),
    segment_of: new Uint32Array(1024),
    doc_of: new Uint16Array(1024),
    builder: createBuilder(values, schema.weights),
    pending: new Map(),
    outdated: [],
    gone: new Set(),
    latest: 0,
    complete: 0,
    flushed: 0,
    next_id: 1,
    update_number: 0,
    collect: createCollector(),
    merging: null,
  }
}

export function holdSegment(state: WriterState, segment: Segment): void {
  state.segments.push({ head: segment.head, deleted: segment.deleted, whole: segment })
}

/** Counts the papers of segments without deleted ones. */
export function countPapers(segments: Pick<HeldSegment, 'head' | 'deleted'>[]): number {
  let count = 0
  for (const { head, deleted } of segments) {
    count += head.doc_count
    for (const word of deleted) count -= popCount(word)
  }
  return count
}

function popCount(word: number): number {
  let [rest, count] = [word >>> 0, 0]
  while (rest !== 0) {
    rest &= rest - 1
    count += 1
  }
  return count
}

/** Records the location of each paper of a segment. */
export function locatePapers(state: WriterState, segment: Segment): void {
  const { head, seq } = segment
  for (let doc = 0; doc < head.doc_count; doc += 1) {
    if (!isDeleted(segment, doc)) setLocation(state, seq[doc] ?? 0, head.id, doc)
  }
}

/**
 * Records the locations of the papers of a merged segment, marking those as deleted that changed or were deleted since
 * the merge began.
 */
export function relocatePapers(state: WriterState, segment: Segment, sources: Set<number>): void {
  const { head, seq } = segment
  for (let doc = 0; doc < head.doc_count; doc += 1) {
    const number = seq[doc] ?? 0
    if (sources.has(state.segment_of[number] ?? 0)) setLocation(state, number, head.id, doc)
    else markDeleted(segment, doc)
  }
}

function setLocation(state: WriterState, number: number, segment: number, doc: number): void {
  if (number >= state.segment_of.length) growLocations(state, number)
  state.segment_of[number] = segment
  state.doc_of[number] = doc
}

function growLocations(state: WriterState, number: number): void {
  const length = Math.max(state.segment_of.length * 2, number + 1)
  const [segment_of, doc_of] = [new Uint32Array(length), new Uint16Array(length)]
  segment_of.set(state.segment_of)
  doc_of.set(state.doc_of)
  Object.assign(state, { segment_of, doc_of })
}

/** Marks previous versions of changed papers as deleted. */
export function removeOutdated(state: WriterState): void {
  for (const seq of state.gone) {
    const id = state.segment_of[seq] ?? 0
    const segment = id === 0 ? undefined : state.segments.find(({ head }) => head.id === id)
    if (segment) markDeleted(segment, state.doc_of[seq] ?? 0)
    if (id !== 0) state.segment_of[seq] = 0
  }
  state.gone.clear()
  state.flushed = state.complete
}
