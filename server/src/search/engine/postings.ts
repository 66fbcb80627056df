import { ANY_MASK, type Segment } from '../segment/layout.ts'
import type { TermPostings } from '../segment/terms.ts'
import { type Bits, giveBack, hasBit, listBits, setBit, takeBits } from './bits.ts'

/** Where the papers asked for are fewer than a term's by this factor, each is looked up in the term's list. */
const FEWER = 16

export const isFewer = (papers: number, { from, to }: TermPostings) => papers * FEWER < to - from

/** The bits a posting's mask must have one of; 0 where any will do. */
const wantedOf = (mask: number) => ((mask & ANY_MASK) === ANY_MASK ? 0 : mask)

/** Adds the papers of a term, in one of the fields of `mask`, to a set. */
export function addPostings(
  { docs, masks }: Segment,
  { from, to }: TermPostings,
  mask: number,
  bits: Bits,
): void {
  const wanted = wantedOf(mask)
  if (wanted === 0) {
    for (let at = from; at < to; at += 1) setBit(bits, docs[at] ?? 0)
    return
  }
  for (let at = from; at < to; at += 1) if (((masks[at] ?? 0) & wanted) !== 0) setBit(bits, docs[at] ?? 0)
}

const list = new Uint16Array(65_536)

/** Leaves in a set of few papers those that have a term. */
export function keepPostings(segment: Segment, postings: TermPostings, mask: number, bits: Bits): void {
  const kept = takeBits()
  const count = listBits(bits, list)
  const wanted = wantedOf(mask)
  let at = postings.from
  for (let index = 0; index < count; index += 1) {
    const doc = list[index] ?? 0
    at = seekPosting(segment.docs, at, postings.to, doc)
    if (at === postings.to) break
    if (segment.docs[at] === doc && isIn(segment.masks, at, wanted)) setBit(kept, doc)
  }
  bits.set(kept)
  giveBack(kept)
}

function isIn(masks: Uint8Array, at: number, wanted: number): boolean {
  return wanted === 0 || ((masks[at] ?? 0) & wanted) !== 0
}

/** The first posting from `from` on whose paper is not before `doc`, `to` where there is none; in growing steps. */
export function seekPosting(docs: Uint16Array, from: number, to: number, doc: number): number {
  let low = from
  let step = 1
  while (low + step < to && (docs[low + step] ?? 0) < doc) {
    low += step
    step *= 2
  }
  let high = Math.min(to, low + step + 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((docs[middle] ?? 0) < doc) low = middle + 1
    else high = middle
  }
  return low
}

/** Papers of a segment to be scored: as a set and in order. */
export interface HitList {
  bits: Bits
  docs: Uint16Array
  count: number
}

/** Adds a term's impacts times `factor` to the scores of hits that have it in one of the fields of `mask`. */
export function addImpacts(
  segment: Segment,
  postings: TermPostings,
  mask: number,
  factor: number,
  hits: HitList,
  scores: Float32Array,
): void {
  const { docs, impacts, masks } = segment
  const wanted = wantedOf(mask)
  if (isFewer(hits.count, postings)) {
    addFew(segment, postings, wanted, factor, hits, scores)
    return
  }
  const { bits } = hits
  for (let at = postings.from; at < postings.to; at += 1) {
    const doc = docs[at] ?? 0
    if (hasBit(bits, doc) && isIn(masks, at, wanted))
      scores[doc] = (scores[doc] ?? 0) + factor * (impacts[at] ?? 0)
  }
}

function addFew(
  { docs, impacts, masks }: Segment,
  { from, to }: TermPostings,
  wanted: number,
  factor: number,
  hits: HitList,
  scores: Float32Array,
): void {
  let at = from
  for (let index = 0; index < hits.count && at < to; index += 1) {
    const doc = hits.docs[index] ?? 0
    at = seekPosting(docs, at, to, doc)
    if (at < to && docs[at] === doc && isIn(masks, at, wanted))
      scores[doc] = (scores[doc] ?? 0) + factor * (impacts[at] ?? 0)
  }
}

/** Adds the same to every hit that has a term. */
export function addConstant(
  { docs, masks }: Segment,
  { from, to }: TermPostings,
  mask: number,
  score: number,
  { bits }: HitList,
  scores: Float32Array,
): void {
  const wanted = wantedOf(mask)
  for (let at = from; at < to; at += 1) {
    const doc = docs[at] ?? 0
    if (hasBit(bits, doc) && isIn(masks, at, wanted)) scores[doc] = (scores[doc] ?? 0) + score
  }
}
