import {
  INDEX_FORMAT,
  type Manifest,
  positionsInSegmentFile,
  readManifest,
  readSegment,
  readSegmentInParallel,
  removeStaleFiles,
  writeManifest,
  writeSegment,
} from './files.ts'
import type { Segment, SegmentData } from './layout.ts'
import { schemaVersion } from './schema.ts'
import { movePositions, openSegment } from './segment-bytes.ts'
import { countPapers, type HeldSegment, holdSegment, locatePapers, type WriterState } from './state.ts'
import { appendValues, readValues } from './values-file.ts'

/**
 * Loads the index from its files into the state and returns the segments for searchers. Returns null when the files
 * contain nothing usable; the state is then incomplete and must be discarded.
 */
export async function loadIndex(state: WriterState): Promise<{ added: SegmentData[] } | null> {
  const { folder } = state
  const manifest = folder ? readManifest(folder) : null
  if (!folder || manifest?.schema !== schemaVersion(state.schema)) return null
  try {
    readValues(folder, manifest.values, state.values)
    const added: Segment[] = []
    for (const entry of manifest.segments) added.push(await loadSegment(state, folder, entry))
    const { change, next_id, values: values_saved } = manifest
    Object.assign(state, { latest: change, complete: change, flushed: change, next_id, values_saved })
    removeStaleFiles(folder, manifest)
    if (state.write_only) unloadSavedSegments(state)
    return { added }
  } catch {
    // A file is damaged: since the database has everything, the index is built anew.
    return null
  }
}

/** Reads a segment of the manifest and adds it to the state. */
async function loadSegment(
  state: WriterState,
  folder: string,
  entry: Manifest['segments'][number],
): Promise<Segment> {
  const segment = openSegment(await readSegmentInParallel(folder, entry))
  const bits = Buffer.from(entry.deleted, 'base64')
  // A copy, because a Buffer may begin at an offset that is no multiple of four.
  segment.deleted.set(new Uint32Array(bits.buffer.slice(bits.byteOffset, bits.byteOffset + bits.length)))
  holdSegment(state, segment)
  state.saved.set(segment.head.id, entry)
  locatePapers(state, segment)
  return segment
}

/** Drops saved segments from memory, for a process that only writes. */
function unloadSavedSegments(state: WriterState): void {
  state.segments = state.segments.map(({ head, deleted }) => ({
    head,
    deleted: deleted.slice(),
    segment: null,
  }))
}

/**
 * Returns a segment in memory, reading it from its file if necessary.
 *
 * @throws Error when the file is missing or damaged.
 */
export function requireInMemory(state: WriterState, { head, deleted, segment }: HeldSegment): Segment {
  if (segment) return segment
  const entry = state.saved.get(head.id)
  if (!state.folder || !entry) throw new Error('a segment that is not in memory has no file')
  return { ...openSegment(readSegment(state.folder, entry)), deleted }
}

/**
 * Writes everything that is only in memory to disk, and returns the segments whose positions are in their files from now
 * on; does nothing for an index without a folder.
 */
export function saveIndex(state: WriterState): Segment[] {
  const { folder } = state
  const moved: Segment[] = []
  if (!folder) return moved
  state.values_saved = appendValues(folder, state.values_saved, state.values)
  const segments = state.segments.map((held) => {
    const entry = state.saved.get(held.head.id) ?? saveSegment(state, folder, held, moved)
    const deleted = Buffer.from(new Uint32Array(held.deleted).buffer).toString('base64')
    return { ...entry, head: held.head, deleted, papers: countPapers([held]) }
  })
  state.saved = new Map(segments.map((entry) => [entry.head.id, entry]))
  const { flushed: change, values_saved: values, next_id } = state
  const schema = schemaVersion(state.schema)
  const manifest: Manifest = { format: INDEX_FORMAT, schema, change, segments, values, next_id }
  writeManifest(folder, manifest)
  removeStaleFiles(folder, manifest)
  if (state.write_only) unloadSavedSegments(state)
  return moved
}

/** Writes a segment, leaves its positions to its file, and adds it to `moved`. */
function saveSegment(state: WriterState, folder: string, held: HeldSegment, moved: Segment[]) {
  const segment = requireInMemory(state, held)
  const entry = writeSegment(folder, segment)
  movePositions(segment, positionsInSegmentFile(folder, entry))
  moved.push(segment)
  return entry
}
