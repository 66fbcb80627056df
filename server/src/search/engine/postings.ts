import { ANY_MASK, type Segment } from '../segment/layout.ts'
import type { TermPostings } from '../segment/terms.ts'
import { andWith, type Bits, giveBack, hasBit, listBits, orWith, setBit, takeBits } from './bits.ts'
import { type Dense, denseOf, rankOf, type Term } from './dense.ts'

/** Where the papers asked for are fewer than a term's by this factor, each is looked up in the term's list. */
const FEWER = 16

const isFewer = (papers: number, { from, to }: TermPostings) => papers * FEWER < to - from
/** The same where a look costs no search. */
const FEWER_DENSE = 3

/** The bits a posting's mask must have one of; 0 where any will do. */
const wantedOf = (mask: number) => ((mask & ANY_MASK) === ANY_MASK ? 0 : mask)

/** Adds the papers of a term, in one of the fields of `mask`, to a set. */
export function addTerm(segment: Segment, term: Term, mask: number, bits: Bits): void {
  const dense = wantedOf(mask) === 0 ? denseOf(segment, term) : null
  if (dense) orWith(bits, dense.bits)
  else addPostings(segment, term, mask, bits)
}

/** The same for postings alone. */
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

/** Leaves in a set of `papers` papers those that have a term in one of the fields of `mask`. */
export function keepTerm(segment: Segment, term: Term, mask: number, bits: Bits, papers: number): void {
  const dense = wantedOf(mask) === 0 ? denseOf(segment, term) : null
  if (dense) {
    andWith(bits, dense.bits)
    return
  }
  if (isFewer(papers, term)) {
    keepPostings(segment, term, mask, bits)
    return
  }
  const found = takeBits()
  addPostings(segment, term, mask, found)
  andWith(bits, found)
  giveBack(found)
}

function keepPostings(segment: Segment, postings: TermPostings, mask: number, bits: Bits): void {
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

/** What a term adds to a score: `always`, and `within` more where it stands in one of the fields of `mask`. */
interface Factors {
  /** Per unit of impact. */
  always: number
  within: number
  mask: number
}

/** Adds a term's impacts times their factors to the scores of hits that have it. */
export function addImpacts(
  segment: Segment,
  term: Term,
  factors: Factors,
  hits: HitList,
  scores: Float32Array,
): void {
  const dense = hits.count * FEWER_DENSE < term.to - term.from ? denseOf(segment, term) : null
  if (dense) addDense(segment, term.from, dense, factors, hits, scores)
  else if (isFewer(hits.count, term)) addFew(segment, term, factors, hits, scores)
  else addMany(segment, term, factors, hits, scores)
}

function addMany(
  { docs, impacts, masks }: Segment,
  { from, to }: TermPostings,
  { always, within, mask }: Factors,
  { bits }: HitList,
  scores: Float32Array,
): void {
  for (let at = from; at < to; at += 1) {
    const doc = docs[at] ?? 0
    if (!hasBit(bits, doc)) continue
    const factor = ((masks[at] ?? 0) & mask) === 0 ? always : always + within
    scores[doc] = (scores[doc] ?? 0) + factor * (impacts[at] ?? 0)
  }
}

function addFew(
  { docs, impacts, masks }: Segment,
  { from, to }: TermPostings,
  { always, within, mask }: Factors,
  hits: HitList,
  scores: Float32Array,
): void {
  let at = from
  for (let index = 0; index < hits.count && at < to; index += 1) {
    const doc = hits.docs[index] ?? 0
    at = seekPosting(docs, at, to, doc)
    if (at === to || docs[at] !== doc) continue
    const factor = ((masks[at] ?? 0) & mask) === 0 ? always : always + within
    scores[doc] = (scores[doc] ?? 0) + factor * (impacts[at] ?? 0)
  }
}

function addDense(
  { impacts, masks }: Segment,
  from: number,
  dense: Dense,
  { always, within, mask }: Factors,
  hits: HitList,
  scores: Float32Array,
): void {
  for (let index = 0; index < hits.count; index += 1) {
    const doc = hits.docs[index] ?? 0
    if (!hasBit(dense.bits, doc)) continue
    const at = from + rankOf(dense, doc)
    const factor = ((masks[at] ?? 0) & mask) === 0 ? always : always + within
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
