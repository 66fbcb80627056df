import { filled, type Growing, growing8, growing16, growing32, push, pushVarint } from './growing.ts'
import { NO_POSITION, type Sorted } from './inverter.ts'
import { MASKS, POSITION_BLOCK } from './layout.ts'

/**
 * BM25F: each field's frequency is divided by its own length norm, weighted, added, and then saturated once
 * (Robertson, Zaragoza and Taylor 2004). The saturated value, 0–1, is kept in one byte; the query multiplies by idf.
 */
const K1 = 1.5
const WEIGHTS: [mask: number, weight: number, b: number][] = [
  [MASKS.title, 2, 0.2],
  [MASKS.abstract, 1, 0.75],
  [MASKS.keyword, 2, 0.4],
  [MASKS.author, 1.2, 0],
  [MASKS.source, 0.6, 0],
]

/** Lengths of the text fields, paper by paper, with their means. */
export interface Lengths {
  /** By the field's bit. */
  of: Record<number, Float32Array>
  mean: Record<number, number>
}

export interface Postings {
  posting_starts: Uint32Array
  docs: Uint16Array
  impacts: Uint8Array
  masks: Uint8Array
  block_starts: Uint32Array
  position_blocks: Uint32Array
  positions: Uint8Array
}

interface Writing {
  docs: Growing<Uint16Array>
  impacts: Growing<Uint8Array>
  masks: Growing<Uint8Array>
  blocks: Growing<Uint32Array>
  positions: Growing<Uint8Array>
}

/** Gathers occurrences into postings. */
export function writePostings(sorted: Sorted, lengths: Lengths): Postings {
  const count = sorted.terms.length
  const posting_starts = new Uint32Array(count + 1)
  const block_starts = new Uint32Array(count + 1)
  const into: Writing = {
    docs: growing16(),
    impacts: growing8(),
    masks: growing8(),
    blocks: growing32(),
    positions: growing8(),
  }
  for (let term = 0; term < count; term += 1) {
    writeTerm(sorted, sorted.starts[term] ?? 0, sorted.starts[term + 1] ?? 0, lengths, into)
    posting_starts[term + 1] = into.docs.length
    block_starts[term + 1] = into.blocks.length
  }
  return {
    posting_starts,
    docs: filled(into.docs),
    impacts: filled(into.impacts),
    masks: filled(into.masks),
    block_starts,
    position_blocks: filled(into.blocks),
    positions: filled(into.positions),
  }
}

function writeTerm(sorted: Sorted, from: number, to: number, lengths: Lengths, into: Writing): void {
  // A term has places if any paper has one for it; papers that have none then write a count of 0.
  const placed = hasPosition(sorted, from, to)
  let written = 0
  for (let start = from; start < to; ) {
    const doc = sorted.doc[start] ?? 0
    let end = start + 1
    while (end < to && sorted.doc[end] === doc) end += 1
    if (placed && written % POSITION_BLOCK === 0) push(into.blocks, into.positions.length)
    if (placed) writePositions(sorted, start, end, into.positions)
    writePosting(sorted, start, end, lengths, into)
    written += 1
    start = end
  }
}

function hasPosition({ position }: Sorted, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (position[at] !== NO_POSITION) return true
  return false
}

function writePositions({ position }: Sorted, from: number, to: number, into: Growing<Uint8Array>): void {
  let count = 0
  for (let at = from; at < to; at += 1) if (position[at] !== NO_POSITION) count += 1
  pushVarint(into, count)
  let before = 0
  for (let at = from; at < to; at += 1) {
    const here = position[at] ?? NO_POSITION
    if (here === NO_POSITION) continue
    pushVarint(into, here - before)
    before = here
  }
}

function writePosting(sorted: Sorted, from: number, to: number, lengths: Lengths, into: Writing): void {
  const doc = sorted.doc[from] ?? 0
  const mask = maskOf(sorted, from, to)
  let frequency = 0
  for (const [field, weight, b] of WEIGHTS) {
    if ((mask & field) === 0) continue
    let count = 0
    for (let at = from; at < to; at += 1) if (sorted.field[at] === field) count += 1
    if (count > 0) frequency += (weight * count) / lengthNorm(lengths, field, doc, b)
  }
  push(into.docs, doc)
  push(into.impacts, Math.max(1, Math.round((255 * frequency) / (K1 + frequency))))
  push(into.masks, mask)
}

function maskOf({ field }: Sorted, from: number, to: number): number {
  let mask = 0
  for (let at = from; at < to; at += 1) mask |= field[at] ?? 0
  return mask
}

function lengthNorm({ of, mean }: Lengths, field: number, doc: number, b: number): number {
  const average = mean[field] ?? 0
  if (b === 0 || average === 0) return 1
  return 1 - b + (b * (of[field]?.[doc] ?? 0)) / average
}
