import {
  FORMAT,
  type Manifest,
  readManifest,
  readSegment,
  sweep,
  writeManifest,
  writeSegment,
} from './files.ts'
import { openSegment, type Segment, type SegmentData } from './layout.ts'
import { schemaVersion } from './schema.ts'
import { type HeldSegment, keep, locate, papersOf, type State } from './state.ts'
import { appendValues, readValues } from './values-file.ts'

/** Takes over what the files hold; null where they hold nothing usable, the state is then to be thrown away. */
export function load(state: State): { added: SegmentData[] } | null {
  const { folder } = state
  const manifest = folder ? readManifest(folder) : null
  if (!folder || manifest?.schema !== schemaVersion(state.schema)) return null
  try {
    readValues(folder, manifest.values, state.values)
    const added = manifest.segments.map((entry) => loadSegment(state, folder, entry))
    const { change, next_id, values: values_saved } = manifest
    Object.assign(state, { latest: change, complete: change, flushed: change, next_id, values_saved })
    sweep(folder, manifest)
    if (state.rests) rest(state)
    return { added }
  } catch {
    // A damaged file: the database has everything, so the index begins anew.
    return null
  }
}

function loadSegment(state: State, folder: string, entry: Manifest['segments'][number]): Segment {
  const segment = openSegment(readSegment(folder, entry))
  const bits = Buffer.from(entry.deleted, 'base64')
  segment.deleted.set(new Uint32Array(bits.buffer.slice(bits.byteOffset, bits.byteOffset + bits.length)))
  keep(state, segment)
  state.saved.set(segment.head.id, entry)
  locate(state, segment)
  return segment
}

/** Leaves saved segments to their files. */
function rest(state: State): void {
  state.segments = state.segments.map(({ head, deleted }) => ({
    head,
    deleted: deleted.slice(),
    whole: null,
  }))
}

/** All of a segment; one that rests is read from its file. */
export function whole(state: State, { head, deleted, whole }: HeldSegment): Segment {
  if (whole) return whole
  const entry = state.saved.get(head.id)
  if (!state.folder || !entry) throw new Error('a segment rests that has no file')
  return { ...openSegment(readSegment(state.folder, entry)), deleted }
}

/** Writes what is only in memory. */
export function save(state: State): void {
  const { folder } = state
  if (!folder) return
  state.values_saved = appendValues(folder, state.values_saved, state.values)
  const segments = state.segments.map((held) => {
    const entry = state.saved.get(held.head.id) ?? writeSegment(folder, whole(state, held))
    const deleted = Buffer.from(new Uint32Array(held.deleted).buffer).toString('base64')
    return { ...entry, head: held.head, deleted, papers: papersOf([held]) }
  })
  state.saved = new Map(segments.map((entry) => [entry.head.id, entry]))
  const { flushed: change, values_saved: values, next_id } = state
  const schema = schemaVersion(state.schema)
  const manifest: Manifest = { format: FORMAT, schema, change, segments, values, next_id }
  writeManifest(folder, manifest)
  sweep(folder, manifest)
  if (state.rests) rest(state)
}
