// Packs the sections of a segment into bytes, and opens them again.
import { createMemory, instantiateKernels } from '../kernels/kernels.ts'
import {
  SECTION_TYPES,
  type SectionArrays,
  type SectionName,
  type SectionPlaces,
  type Segment,
  type SegmentData,
  type SegmentHead,
} from './layout.ts'
import { openPositionSource, type PositionsPlace } from './position-source.ts'

const SECTION_NAMES = Object.keys(SECTION_TYPES) as SectionName[]

/** Returns the size of each section in bytes; some may share their bytes. */
export function sectionBytes({ places }: SegmentHead): Record<SectionName, number> {
  const sizes = SECTION_NAMES.map((name) => [name, places[name][1] * SECTION_TYPES[name].BYTES_PER_ELEMENT])
  // One entry per section.
  return Object.fromEntries(sizes)
}

/** Returns the size of a segment in bytes. */
export function segmentBytes({ places }: SegmentHead): number {
  const ends = SECTION_NAMES.map(
    (name) => places[name][0] + places[name][1] * SECTION_TYPES[name].BYTES_PER_ELEMENT,
  )
  return alignUp(Math.max(...ends))
}

/** Every section begins at a multiple of this. */
const ALIGNMENT_BYTES = 8

const alignUp = (bytes: number) => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES

/**
 * Moves sections into one shared memory and frees their own, so that a merge needs little more than both sizes. The
 * arrays passed must not be used afterwards. Sections of zeros only all lie in the same bytes, as long as the longest of
 * them. The positions get a memory of their own.
 */
export function packSegment(head: Omit<SegmentHead, 'places'>, sections: SectionArrays): SegmentData {
  let size = 0
  const places = {} as SectionPlaces
  const zeroed = SECTION_NAMES.filter((name) => canShareZeros(name, sections[name]))
  for (const name of SECTION_NAMES) {
    places[name] = [size, sections[name].length]
    if (!zeroed.includes(name) && name !== 'positions') size += alignUp(sections[name].byteLength)
  }
  for (const name of zeroed) places[name][0] = size
  size += alignUp(Math.max(0, ...zeroed.map((name) => sections[name].byteLength)))
  places.positions[0] = size
  const memory = createMemory(size)
  const bytes = new Uint8Array(new SharedArrayBuffer(sections.positions.length))
  for (const name of SECTION_NAMES) {
    const { buffer } = sections[name]
    const target = name === 'positions' ? bytes : sectionView(name, memory.buffer, places[name])
    target.set(sections[name])
    // A transfer to no bytes frees the memory at once.
    if (buffer instanceof ArrayBuffer) buffer.transfer(0)
  }
  return { head: { ...head, places }, memory, positions_place: { bytes } }
}

type SectionView = Uint8Array | Uint16Array | Uint32Array

/**
 * Returns whether a section can share its memory with others of its kind: all its entries are 0, it is never written to,
 * and it stays in memory.
 */
const canShareZeros = (name: SectionName, section: SectionView) =>
  name !== 'deleted' && name !== 'positions' && section.every((entry) => entry === 0)

/** Creates a view over a section; the standard library types no union of classes over shared buffers. */
function sectionView(
  name: SectionName,
  buffer: ArrayBufferLike,
  [offset, length]: [number, number],
): SectionView {
  const Kind = SECTION_TYPES[name] as unknown as new (
    buffer: ArrayBufferLike,
    offset: number,
    length: number,
  ) => SectionView
  return new Kind(buffer, offset, length)
}

/** Opens views over a segment's memory without copying it. */
export function openSegment(data: SegmentData): Segment {
  const { head, memory } = data
  const views = SECTION_NAMES.filter((name) => name !== 'positions').map((name) => [
    name,
    sectionView(name, memory.buffer, head.places[name]),
  ])
  // One entry per section, each of the class in SECTION_TYPES.
  const arrays = Object.fromEntries(views) as unknown as Omit<SectionArrays, 'positions'>
  const positions = openPositionSource(data.positions_place)
  return { ...data, kernels: instantiateKernels(memory), ...arrays, positions }
}

/** Reads the positions of a segment from elsewhere from now on. */
export function movePositions(segment: Segment, place: PositionsPlace): void {
  segment.positions_place = place
  segment.positions = openPositionSource(place)
}

/**
 * Returns the opened segments after an update: without those of the removed ids, with the added ones. One that is among
 * them already has only moved its positions, and stays what it is.
 */
export function updateSegments(
  segments: Segment[],
  { added, removed }: { added: SegmentData[]; removed: number[] },
): Segment[] {
  const removedIds = new Set(removed)
  const updated = segments.filter(({ head }) => !removedIds.has(head.id))
  for (const data of added) {
    const known = updated.find(({ head }) => head.id === data.head.id)
    if (known) movePositions(known, data.positions_place)
    else updated.push(openSegment(data))
  }
  return updated
}
