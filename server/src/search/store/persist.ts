import { openSegment, type SegmentData } from '../segment/layout.ts'
import {
  FORMAT,
  type Manifest,
  readManifest,
  readSegment,
  sweep,
  writeManifest,
  writeSegment,
} from './files.ts'
import { locate, papersOf, type State } from './state.ts'
import { appendValues, readValues } from './values-file.ts'

/** Takes over what the files hold; null where they hold nothing usable, the state is then to be thrown away. */
export function load(state: State): { added: SegmentData[] } | null {
  const manifest = state.folder ? readManifest(state.folder) : null
  if (!state.folder || !manifest) return null
  try {
    readValues(state.folder, manifest.values, state.values)
    for (const entry of manifest.segments) loadSegment(state, state.folder, entry)
    const { change, next_id, values: values_saved } = manifest
    Object.assign(state, { latest: change, complete: change, flushed: change, next_id, values_saved })
    sweep(state.folder, manifest)
    return { added: state.segments }
  } catch {
    // A damaged file: the database has everything, so the index begins anew.
    return null
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

/** Writes what is only in memory. */
export function save(state: State): void {
  const { folder } = state
  if (!folder) return
  state.values_saved = appendValues(folder, state.values_saved, state.values)
  const segments = state.segments.map((segment) => {
    const entry = state.saved.get(segment.head.id) ?? writeSegment(folder, segment)
    const deleted = Buffer.from(new Uint32Array(segment.deleted).buffer).toString('base64')
    return { ...entry, head: segment.head, deleted, papers: papersOf([segment]) }
  })
  state.saved = new Map(segments.map((entry) => [entry.head.id, entry]))
  const { flushed: change, values_saved: values, next_id } = state
  const manifest: Manifest = { format: FORMAT, change, segments, values, next_id }
  writeManifest(folder, manifest)
  sweep(folder, manifest)
}
