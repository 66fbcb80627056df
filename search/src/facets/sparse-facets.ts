import type { Segment } from '../index/layout.ts'
import {
  andWith,
  type Bits,
  createDocs,
  type Docs,
  listBits,
  orWith,
  releaseBits,
  setBit,
  takeBits,
} from '../sets/bits.ts'
import { isStillHeld, type PooledBuffer, takeBuffer } from '../sets/buffer-pool.ts'
import { setWordCount } from '../sets/dense.ts'
import type { ListFacet } from './frequent-values.ts'

/** The papers of a segment that have any value of a facet, computed when a search first needs them. */
interface ValuePresence {
  bits: Bits
  buffer: PooledBuffer
}

/** A facet with lists of values per paper, which may be empty. */
type SparseFacet = Exclude<ListFacet, 'source'>

/** By segment and facet; null where no buffer was free. */
const presenceBySegment = new WeakMap<Segment, Partial<Record<SparseFacet, ValuePresence | null>>>()

/** A facet is sparse when a segment has at most one value per this many papers. */
const SPARSE_PAPERS_PER_VALUE = 4
/** Maximum number of papers per hit for which a set over the whole segment pays off. */
const MAX_PAPERS_PER_HIT = 64

/** The list that `hitsWithValues` returns when it filters. */
const docBuffer = createDocs()

/**
 * Returns the hits of a segment that may have a value of a facet: all of them, or for a sparse facet only those with
 * values. The list is overwritten by the next call.
 *
 * @param hits the hits as a set
 * @param allHits the same hits as a list
 */
export function hitsWithValues(
  segment: Segment,
  facet: ListFacet,
  hits: Bits,
  allHits: { docs: Docs; count: number },
): { docs: Docs; count: number } {
  const { doc_count } = segment.head
  if (facet === 'source' || segment[facet].length * SPARSE_PAPERS_PER_VALUE > doc_count) return allHits
  if (segment[facet].length === 0) return { docs: docBuffer, count: 0 }
  if (allHits.count * MAX_PAPERS_PER_HIT < doc_count) return allHits
  const presence = presenceBits(segment, facet)
  if (!presence) return allHits
  const both = takeBits()
  orWith(both, presence)
  andWith(both, hits)
  const count = listBits(both, docBuffer)
  releaseBits(both)
  return { docs: docBuffer, count }
}

/** Returns the papers with a value; null when one search needs more sets than there is room for. */
function presenceBits(segment: Segment, facet: SparseFacet): Bits | null {
  const sets = presenceBySegment.get(segment) ?? {}
  presenceBySegment.set(segment, sets)
  const cached = sets[facet]
  if (isStillHeld(cached)) return cached.bits
  const buffer = takeBuffer(setWordCount(segment.head.doc_count))
  sets[facet] = buffer && { bits: buffer.words, buffer }
  if (buffer) fillPresence(segment, facet, buffer.words)
  return buffer?.words ?? null
}

/** Adds the papers with a value to an empty set. */
function fillPresence(segment: Segment, facet: SparseFacet, bits: Bits): void {
  const starts = segment[`${facet}_starts`]
  for (let doc = 0; doc < segment.head.doc_count; doc += 1)
    if (starts[doc] !== starts[doc + 1]) setBit(bits, doc)
}
