import { openSegment } from '../segment/layout.ts'
import { addValue } from '../segment/values.ts'
import {
  appendValues,
  FORMAT,
  type Manifest,
  readManifest,
  readSegment,
  readValues,
  sweep,
  writeManifest,
  writeSegment,
} from './files.ts'
import { type IndexUpdate, locate, papersOf, type State, updateOf } from './state.ts'

/** What the files hold; null where they hold nothing usable. */
export function load(state: State): IndexUpdate | null {
  const manifest = state.folder ? readManifest(state.folder) : null
  if (!state.folder || !manifest) return null
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
