import type { IndexDocument } from '../document.ts'
import { isDeleted, markDeleted, type Segment, type SegmentData } from '../segment/layout.ts'
import { type AllValues, emptyValues, type NewValue } from '../segment/values.ts'
import type { Manifest } from './files.ts'

/** What changed for those who search. */
export interface IndexUpdate {
  added: SegmentData[]
  removed: number[]
  values: NewValue[]
  change: number
  papers: number
}

/** What the one who writes knows. */
export interface State {
  folder: string | null
  segments: Segment[]
  values: AllValues
  /** Values that are not in the file yet. */
  unsaved: NewValue[]
  values_bytes: number
  values_file: string
  saved: Map<number, Manifest['segments'][number]>
  /** By a paper's number: its segment's id, 0 for none, and its place there. */
  segment_of: Uint32Array
  doc_of: Uint16Array
  pending: Map<number, IndexDocument>
  gone: Set<number>
  change: number
  next_id: number
}

export function emptyState(folder: string | null): State {
  return {
    folder,
    segments: [],
    values: emptyValues(),
    unsaved: [],
    values_bytes: 0,
    values_file: `values-${Date.now()}.jsonl`,
    saved: new Map(),
    segment_of: new Uint32Array(1024),
    doc_of: new Uint16Array(1024),
    pending: new Map(),
    gone: new Set(),
    change: 0,
    next_id: 1,
  }
}

export function papersOf(segments: Segment[]): number {
  let count = 0
  for (const { head, deleted } of segments) {
    count += head.doc_count
    for (const word of deleted) count -= bitCount(word)
  }
  return count
}

function bitCount(word: number): number {
  let [rest, count] = [word >>> 0, 0]
  while (rest !== 0) {
    rest &= rest - 1
    count += 1
  }
  return count
}

export function updateOf(
  state: State,
  added: SegmentData[],
  removed: number[],
  values: NewValue[],
): IndexUpdate {
  const shared = added.map(({ head, buffer }) => ({ head, buffer }))
  return { added: shared, removed, values, change: state.change, papers: papersOf(state.segments) }
}

/** Remembers where each paper of a segment is. */
export function locate(state: State, segment: Segment): void {
  const { head, seq } = segment
  for (let doc = 0; doc < head.doc_count; doc += 1) {
    if (isDeleted(segment, doc)) continue
    const number = seq[doc] ?? 0
    if (number >= state.segment_of.length) growLocations(state, number)
    state.segment_of[number] = head.id
    state.doc_of[number] = doc
  }
}

function growLocations(state: State, number: number): void {
  const length = Math.max(state.segment_of.length * 2, number + 1)
  const [segment_of, doc_of] = [new Uint32Array(length), new Uint16Array(length)]
  segment_of.set(state.segment_of)
  doc_of.set(state.doc_of)
  Object.assign(state, { segment_of, doc_of })
}

/** Takes away what papers said before. */
export function removeGone(state: State): void {
  for (const seq of state.gone) {
    const id = state.segment_of[seq] ?? 0
    const segment = id === 0 ? undefined : state.segments.find(({ head }) => head.id === id)
    if (segment) markDeleted(segment, state.doc_of[seq] ?? 0)
    if (id !== 0) state.segment_of[seq] = 0
  }
  state.gone.clear()
}
