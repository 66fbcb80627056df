import type { Segment } from '../index/layout.ts'
import {
  andWith,
  type Bits,
  createDocs,
  type Docs,
  giveBack,
  listBits,
  orWith,
  setBit,
  takeBits,
} from '../sets/bits.ts'
import { isStillMade, type PooledBuffer, takeBuffer } from '../sets/buffer-pool.ts'
import { setWords } from '../sets/dense.ts'
import type { ListFacet } from './frequent-values.ts'

/** The papers of a segment that have any value of a facet, made when a search first wants them. */
interface Having {
  bits: Bits
  buffer: PooledBuffer
}

type FewFacet = Exclude<ListFacet, 'source'>

const known = new WeakMap<Segment, Partial<Record<FewFacet, Having | null>>>()

/** A facet has few values where at most one paper in so many has any. */
const FEW = 4
/** Sets of a whole segment are worth it from one hit in so many papers on. */
const WORTH = 64

const docs = createDocs()

/**
 * Those of a segment's hits that can have a value of a facet: all of them, or where few papers have any, only those. The
 * list is overwritten by the next one.
 */
export function withValues(
  segment: Segment,
  facet: ListFacet,
  hits: Bits,
  all: { docs: Docs; count: number },
): { docs: Docs; count: number } {
  const { doc_count } = segment.head
  if (facet === 'source' || segment[facet].length * FEW > doc_count) return all
  if (segment[facet].length === 0) return { docs, count: 0 }
  if (all.count * WORTH < doc_count) return all
  const having = havingOf(segment, facet)
  if (!having) return all
  const both = takeBits()
  orWith(both, having)
  andWith(both, hits)
  const count = listBits(both, docs)
  giveBack(both)
  return { docs, count }
}

/** Null where one search wants more sets than there is room for. */
function havingOf(segment: Segment, facet: FewFacet): Bits | null {
  const sets = known.get(segment) ?? {}
  known.set(segment, sets)
  const made = sets[facet]
  if (isStillMade(made)) return made.bits
  const buffer = takeBuffer(setWords(segment.head.doc_count))
  sets[facet] = buffer && { bits: buffer.words, buffer }
  if (buffer) fill(segment, facet, buffer.words)
  return buffer?.words ?? null
}

function fill(segment: Segment, facet: FewFacet, bits: Bits): void {
  const starts = segment[`${facet}_starts`]
  for (let doc = 0; doc < segment.head.doc_count; doc += 1)
    if (starts[doc] !== starts[doc + 1]) setBit(bits, doc)
}
