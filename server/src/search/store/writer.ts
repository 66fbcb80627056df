import { mkdirSync } from 'node:fs'
import type { Work } from '@scinav/contract'
import type { IndexChange, IndexDocument } from '../document.ts'
import { buildSegment } from '../segment/build.ts'
import {
  isDeleted,
  MOST_DOCS,
  markDeleted,
  openSegment,
  type Segment,
  type SegmentData,
} from '../segment/layout.ts'
import { mergeSegments } from '../segment/merge.ts'
import { type AllValues, addValue, emptyValues, type NewValue } from '../segment/values.ts'
import {
  appendValues,
  clear,
  FORMAT,
  type Manifest,
  readManifest,
  readSegment,
  readValues,
  sweep,
  writeManifest,
  writeSegment,
} from './files.ts'
import { chooseMerge } from './merge-policy.ts'

/** What changed for those who search. */
export interface IndexUpdate {
  added: SegmentData[]
  removed: number[]
  values: NewValue[]
  change: number
  papers: number
}

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

interface State {
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

/** @param folder where the files are; null keeps everything in memory. */
export function createWriter(folder: string | null): IndexWriter {
  const state = emptyState(folder)
  if (folder) mkdirSync(folder, { recursive: true })
  return {
    load: () => load(state),
    apply: (changes, more) => apply(state, changes, more),
    merge: () => mergeSome(state),
    save: () => save(state),
    reset: () => reset(state),
  }
}

function emptyState(folder: string | null): State {
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

function papersOf(segments: Segment[]): number {
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

function updateOf(state: State, added: SegmentData[], removed: number[], values: NewValue[]): IndexUpdate {
  const shared = added.map(({ head, buffer }) => ({ head, buffer }))
  return { added: shared, removed, values, change: state.change, papers: papersOf(state.segments) }
}

function load(state: State): IndexUpdate {
  const manifest = state.folder ? readManifest(state.folder) : null
  if (!state.folder || !manifest) return reset(state)
  try {
    const values = readValues(state.folder, manifest.values)
    for (const value of values) addValue(state.values, value)
    for (const entry of manifest.segments) loadSegment(state, state.folder, entry)
    Object.assign(state, {
      change: manifest.change,
      next_id: manifest.next_id,
      values_bytes: manifest.values.bytes,
      values_file: manifest.values.file,
    })
    sweep(state.folder, manifest)
    return updateOf(state, state.segments, [], values)
  } catch {
    // A damaged file: the database has everything, so the index begins anew.
    return reset(state)
  }
}

function loadSegment(state: State, folder: string, entry: Manifest['segments'][number]): void {
  const segment = openSegment(readSegment(folder, entry))
  const bits = Buffer.from(entry.deleted, 'base64')
  segment.deleted.set(new Uint32Array(bits.buffer.slice(bits.byteOffset, bits.byteOffset + bits.length)))
  state.segments.push(segment)
  state.saved.set(segment.head.id, entry)
  locate(state, segment)
}

function reset(state: State): IndexUpdate {
  const removed = state.segments.map(({ head }) => head.id)
  const { next_id } = state
  Object.assign(state, emptyState(state.folder), { next_id })
  if (state.folder) clear(state.folder)
  return updateOf(state, [], removed, [])
}

/** Remembers where each paper of a segment is. */
function locate(state: State, segment: Segment): void {
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

/** Takes away what papers said before. */
function removeGone(state: State): void {
  for (const seq of state.gone) {
    const id = state.segment_of[seq] ?? 0
    const segment = id === 0 ? undefined : state.segments.find(({ head }) => head.id === id)
    if (segment) markDeleted(segment, state.doc_of[seq] ?? 0)
    if (id !== 0) state.segment_of[seq] = 0
  }
  state.gone.clear()
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

function save(state: State): void {
  const { folder } = state
  if (!folder) return
  state.values_bytes = appendValues(folder, state.values_file, state.values_bytes, state.unsaved)
  state.unsaved = []
  const segments = state.segments.map((segment) => {
    const entry = state.saved.get(segment.head.id) ?? writeSegment(folder, segment)
    const deleted = Buffer.from(new Uint32Array(segment.deleted).buffer).toString('base64')
    const complete = { ...entry, head: segment.head, deleted, papers: papersOf([segment]) }
    state.saved.set(segment.head.id, complete)
    return complete
  })
  const manifest: Manifest = {
    format: FORMAT,
    change: state.change,
    segments,
    values: { file: state.values_file, bytes: state.values_bytes },
    next_id: state.next_id,
  }
  writeManifest(folder, manifest)
  sweep(folder, manifest)
}
