import { createBuilder, type SegmentBuilder } from './build.ts'
import type { Manifest } from './files.ts'
import { createCollector } from './garbage-collection.ts'
import { isDeleted, markDeleted, type Segment, type SegmentData, type SegmentHead } from './layout.ts'
import type { IndexSchema } from './schema.ts'
import { type AllMemory, createValueMemory } from './values.ts'
import { newValuesFile, type ValuesFile } from './values-file.ts'

/** What changed for those who search. */
export interface IndexUpdate {
  /** How often segments came or went. */
  update_number: number
  added: SegmentData[]
  removed: number[]
  /** The facets' values so far; the memory is shared, so that this is small. Null where nobody searches. */
  values: AllMemory | null
  /** Everything up to this change of the database is searchable. */
  change: number
  papers: number
  segments: number
  /** Of all segments. */
  bytes: number
  /** Segments wait to be merged: ask again. */
  unfinished: boolean
}

/** A segment as the one who writes has it. */
export interface HeldSegment {
  head: SegmentHead
  deleted: Uint32Array
  /** Null where it rests in its file. */
  whole: Segment | null
}

/** What the one who writes knows. */
export interface WriterState {
  folder: string | null
  schema: IndexSchema
  /** Whether nobody searches: segments that are saved are then read from their files when they are merged. */
  rests: boolean
  segments: HeldSegment[]
  values: AllMemory
  values_saved: ValuesFile
  saved: Map<number, Manifest['segments'][number]>
  /** By a paper's number: its segment's id, 0 for none, and its place there. */
  segment_of: Uint32Array
  doc_of: Uint16Array
  /** Papers that are read and wait for their segment, with their places in it, and the places of those that changed. */
  builder: SegmentBuilder
  pending: Map<number, number>
  outdated: number[]
  gone: Set<number>
  /** The last change of which a paper came, the last that came as a whole, the last up to which nothing is pending. */
  latest: number
  complete: number
  flushed: number
  next_id: number
  update_number: number
  /** Is told the segments that are merged. */
  collect: ReturnType<typeof createCollector>
  /** A merge under way, and the segments it makes one of. */
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

/** Remembers where each paper of a segment is. */
export function locatePapers(state: WriterState, segment: Segment): void {
  const { head, seq } = segment
  for (let doc = 0; doc < head.doc_count; doc += 1) {
    if (!isDeleted(segment, doc)) setLocation(state, seq[doc] ?? 0, head.id, doc)
  }
}

/** The same for a segment made of others, whose papers may have gone or changed since it was begun. */
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

/** Takes away what papers said before. */
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
