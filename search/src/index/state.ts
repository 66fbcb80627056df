import { createBuilder, type SegmentBuilder } from './build.ts'
import type { Manifest } from './files.ts'
import { createReleaseCounter } from './garbage-collection.ts'
import { isDeleted, markDeleted, type Segment, type SegmentData, type SegmentHead } from './layout.ts'
import { popCount } from './pop-count.ts'
import type { IndexSchema } from './schema.ts'
import { type AllMemory, createValueMemory } from './values.ts'
import { newValuesFile, type ValuesFile } from './values-file.ts'

/** What has changed in the index since the last update, for the threads that search it. */
export interface IndexUpdate {
  /** Number of times that segments were added or removed. */
  update_number: number
  /** New segments, and those that have moved their positions into their files; see `updateSegments`. */
  added: SegmentData[]
  /** Ids of segments that were merged. */
  removed: number[]
  /** The facets' values so far; the memory is shared, so the message is small. Null when nothing is searched. */
  values: AllMemory | null
  /** Every change of the database up to this one is searchable. */
  change: number
  /** Number of searchable papers, without deleted ones. */
  papers: number
  /** Number of segments. */
  segments: number
  /** Size of all segments, in bytes. */
  bytes: number
  /** Whether a merge is due or in progress: call `merge` again. */
  unfinished: boolean
}

/** A segment as held by the writer. */
export interface HeldSegment {
  head: SegmentHead
  /** Bits of deleted papers: those of `segment`, or a copy of them once the segment is only in its file. */
  deleted: Uint32Array
  /** Null when the segment is only in its file. */
  segment: Segment | null
}

/** State of the writer (writer.ts). `doc` is the number of a paper in its segment, `seq` its number in the database. */
export interface WriterState {
  /** Folder of the files; null keeps everything in memory. */
  folder: string | null
  schema: IndexSchema
  /** Whether nothing is searched: saved segments are then read from their files when they are merged. */
  write_only: boolean

  // Segments and facet values
  segments: HeldSegment[]
  values: AllMemory
  values_saved: ValuesFile
  /** Entries of the manifest for segments that have a file, by segment id. */
  saved: Map<number, Manifest['segments'][number]>
  /** Id of the next segment. */
  next_id: number
  /** Number of times that segments were added or removed. */
  update_number: number
  /** Receives the segments that have been merged and are no longer needed. */
  count_released: ReturnType<typeof createReleaseCounter>
  /** A merge in progress, with the ids of its sources. */
  merging: { sources: Set<number>; steps: Iterator<void, SegmentData> } | null

  // Locations of the searchable papers
  /** Id of the segment that contains a paper, by its seq; `NO_SEGMENT` for none. */
  segment_of: Uint32Array
  /** The paper's doc in that segment, by its seq; 16 bits, since a segment has at most `MAX_DOCS` papers. */
  doc_of: Uint16Array

  // Papers that wait to become a segment
  /** Analyzes them as they arrive. */
  builder: SegmentBuilder
  /** The waiting papers: doc in the coming segment by seq. */
  pending: Map<number, number>
  /** Docs in the coming segment of papers that have changed again while they waited. */
  outdated: number[]
  /** Seqs of changed and deleted papers, whose previous versions are still searchable. */
  replaced: Set<number>

  // Numbers of changes: `flushed` <= `complete` <= `latest`
  /** The last change of which a paper has arrived. */
  latest: number
  /** The last change that has arrived completely. */
  complete: number
  /** The last change up to which everything is searchable. */
  flushed: number
}

/** Initial capacity of `segment_of` and `doc_of`, in papers. */
const FIRST_PAPERS = 1024
/** Marks in `segment_of` a paper that no segment contains; ids begin at 1. */
const NO_SEGMENT = 0

/** Creates the state of an empty index. */
export function createState(folder: string | null, write_only: boolean, schema: IndexSchema): WriterState {
  const values = createValueMemory()
  return {
    folder,
    schema,
    write_only,
    segments: [],
    values,
    values_saved: newValuesFile(),
    saved: new Map(),
    segment_of: new Uint32Array(FIRST_PAPERS),
    doc_of: new Uint16Array(FIRST_PAPERS),
    builder: createBuilder(values, schema.weights),
    pending: new Map(),
    outdated: [],
    replaced: new Set(),
    latest: 0,
    complete: 0,
    flushed: 0,
    next_id: 1,
    update_number: 0,
    count_released: createReleaseCounter(),
    merging: null,
  }
}

/** Adds a segment that is in memory. */
export function holdSegment(state: WriterState, segment: Segment): void {
  state.segments.push({ head: segment.head, deleted: segment.deleted, segment })
}

/** Returns the number of papers of segments without deleted ones. */
export function countPapers(segments: Pick<HeldSegment, 'head' | 'deleted'>[]): number {
  let count = 0
  for (const { head, deleted } of segments) {
    count += head.doc_count
    for (const word of deleted) count -= popCount(word)
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
    const paperSeq = seq[doc] ?? 0
    if (sources.has(state.segment_of[paperSeq] ?? NO_SEGMENT)) setLocation(state, paperSeq, head.id, doc)
    else markDeleted(segment, doc)
  }
}

/** Records where the paper with a seq is. */
function setLocation(state: WriterState, seq: number, segmentId: number, doc: number): void {
  if (seq >= state.segment_of.length) growLocations(state, seq)
  state.segment_of[seq] = segmentId
  state.doc_of[seq] = doc
}

/** Makes room for the location of a seq, and for as many again. */
function growLocations(state: WriterState, seq: number): void {
  const length = Math.max(state.segment_of.length * 2, seq + 1)
  const [segment_of, doc_of] = [new Uint32Array(length), new Uint16Array(length)]
  segment_of.set(state.segment_of)
  doc_of.set(state.doc_of)
  state.segment_of = segment_of
  state.doc_of = doc_of
}

/**
 * Ends the replacement of changed papers: marks their previous versions as deleted and records that all complete
 * changes are searchable (`flushed`). Must be called before `locatePapers` records the new versions, so that the
 * recorded locations are those of the previous ones.
 */
export function finishReplacing(state: WriterState): void {
  for (const seq of state.replaced) {
    const id = state.segment_of[seq] ?? NO_SEGMENT
    if (id === NO_SEGMENT) continue
    const segment = state.segments.find(({ head }) => head.id === id)
    if (segment) markDeleted(segment, state.doc_of[seq] ?? 0)
    // Also tells `relocatePapers` that a merge in progress copies a previous version.
    state.segment_of[seq] = NO_SEGMENT
  }
  state.replaced.clear()
  state.flushed = state.complete
}
