import { byteAddress } from '../kernels/own.ts'
import { type Bits, createDocs, type Docs, listBits, releaseBits, takeBits } from '../sets/bits.ts'
import { type GrowableArray, reserveRoom } from './growable-array.ts'
import type { Segment } from './layout.ts'

/*
 * The papers of a term in `docs`, the section of a segment. They are stored in the shortest of these encodings, which
 * follows from the number of papers of the term (n) and of the segment (N):
 *
 * | encoding | bytes                   | content                                                            |
 * | -------- | ----------------------- | ------------------------------------------------------------------ |
 * | list     | 2 n                     | each paper in two bytes, the low one first                         |
 * | pages    | ⌈(n + ⌈N/256⌉) / 8⌉ + n | for each 256 papers of the segment (a page), a bit 1 per paper of  |
 * |          |                         | the term and a bit 0; then the low byte of each paper              |
 * | set      | ⌈N/8⌉                   | a bit per paper of the segment                                     |
 *
 * Papers ascend, and bits count from the lowest of each byte. Example: as pages, the papers 3, 7 and 513 of a segment
 * of 700 are the byte 0b01_0011 (bits 1 1 0, 0, 1 0) and the bytes 3, 7, 1. Pages are the encoding of Elias (1974) and
 * Fano with 8 low bits whatever the numbers, so that low bytes are read without shifts. A term of fewer than
 * `MIN_PAGED` papers is a list.
 */

/** Kernels read bits eight bytes at a time, so that as many low bytes have to follow the pages. */
const MIN_PAGED = 8

/** Returns the number of bytes of the papers of a term. */
export function docsBytes(papers: number, docCount: number): number {
  if (papers < MIN_PAGED) return 2 * papers
  return Math.min(2 * papers, papers + pagesBytes(papers, docCount), setBytes(docCount))
}

/** Number of bits of a paper's low byte, which the page stands above. */
const PAGE_BITS = 8
const PAGE_DOCS = 1 << PAGE_BITS

/** Returns the number of bytes of the bits of the pages. */
const pagesBytes = (papers: number, docCount: number) =>
  (papers + ((docCount + PAGE_DOCS - 1) >>> PAGE_BITS) + 7) >>> 3

/** Returns the number of bytes of a set of papers of a segment. */
const setBytes = (docCount: number) => (docCount + 7) >>> 3

/** Appends the first `count` entries of `docs`, a term's papers, to the section of a segment of `docCount` papers. */
export function writeDocs(
  docs: Uint16Array,
  count: number,
  docCount: number,
  section: GrowableArray<Uint8Array>,
): void {
  const bytes = docsBytes(count, docCount)
  reserveRoom(section, bytes)
  const { array, length: start } = section
  section.length += bytes
  const encoding = encodingOf(count, docCount)
  // The bits are added to bytes that may have been used before.
  if (encoding !== 'list') array.fill(0, start, start + bytes)
  const lows = start + pagesBytes(count, docCount)
  for (let posting = 0; posting < count; posting += 1) {
    const doc = docs[posting] ?? 0
    if (encoding === 'set') addBit(array, start, doc)
    else if (encoding === 'pages') {
      addBit(array, start, (doc >>> PAGE_BITS) + posting)
      array[lows + posting] = doc & (PAGE_DOCS - 1)
    } else {
      array[start + 2 * posting] = doc & 255
      array[start + 2 * posting + 1] = doc >>> 8
    }
  }
}

/** See the table at the top. */
type Encoding = 'list' | 'pages' | 'set'

/** Returns the encoding of the papers of a term. */
function encodingOf(papers: number, docCount: number): Encoding {
  if (papers < MIN_PAGED) return 'list'
  const paged = papers + pagesBytes(papers, docCount)
  if (setBytes(docCount) <= paged) return 'set'
  return paged < 2 * papers ? 'pages' : 'list'
}

/** Sets a bit, counted from the lowest of the byte at `start`. */
function addBit(bytes: Uint8Array, start: number, bit: number): void {
  bytes[start + (bit >>> 3)] = (bytes[start + (bit >>> 3)] ?? 0) | (1 << (bit & 7))
}

/** Where the papers of a term are; see `TermPostings`. */
interface DocsPlace {
  /** Its postings: `from` inclusive, `to` exclusive. */
  from: number
  to: number
  /** Offset of its papers in `docs`. */
  first_doc: number
}

/** What `readDocs` returns. */
const readBuffer = createDocs()

type DocsSegment = Pick<Segment, 'docs' | 'head' | 'kernels'>

/**
 * Reads the papers of a term, ascending, and returns them at the beginning of a buffer of this thread, which the next
 * call overwrites.
 */
export function readDocs(segment: DocsSegment, place: DocsPlace): Docs {
  const { docs, head, kernels } = segment
  const { from, to, first_doc } = place
  const papers = to - from
  const encoding = encodingOf(papers, head.doc_count)
  const start = byteAddress(docs, first_doc)
  if (encoding === 'set') {
    const bits = takeBits()
    copySet(segment, place, bits)
    listBits(bits, readBuffer)
    releaseBits(bits)
  } else if (encoding === 'pages') {
    const lows = start + pagesBytes(papers, head.doc_count)
    kernels.read_pages(start, lows, lows + papers, byteAddress(readBuffer))
  } else
    for (let posting = 0; posting < papers; posting += 1)
      readBuffer[posting] = listed(docs, first_doc, posting)
  return readBuffer
}

/**
 * Copies the papers of a term into an empty set in this thread's memory if they are stored as a set; returns whether
 * they are.
 */
export function copySet(segment: DocsSegment, { from, to, first_doc }: DocsPlace, bits: Bits): boolean {
  const { docs, head, kernels } = segment
  if (encodingOf(to - from, head.doc_count) !== 'set') return false
  kernels.copy(byteAddress(docs, first_doc), setBytes(head.doc_count), byteAddress(bits))
  return true
}

/** Returns a paper of a list. */
const listed = (docs: Uint8Array, start: number, posting: number): number =>
  (docs[start + 2 * posting] ?? 0) | ((docs[start + 2 * posting + 1] ?? 0) << 8)

/** Returns a copy of the papers of a term, ascending. */
export const listDocs = (segment: DocsSegment, place: DocsPlace): Uint16Array =>
  readDocs(segment, place).slice(0, place.to - place.from)

/** Returns the index of a paper's posting, from `from` up to `to`; -1 when it does not contain the term. */
export function findPosting(segment: DocsSegment, place: DocsPlace, doc: number): number {
  const found = findRank(segment, place, doc)
  return found < 0 ? found : place.from + found
}

/** Returns the index of a paper among those of a term; -1 when it does not contain the term. */
function findRank(
  { docs, head, kernels }: DocsSegment,
  { from, to, first_doc }: DocsPlace,
  doc: number,
): number {
  const papers = to - from
  const encoding = encodingOf(papers, head.doc_count)
  const start = byteAddress(docs, first_doc)
  if (encoding === 'set') return kernels.find_in_set(start, doc)
  if (encoding === 'pages')
    return kernels.find_in_pages(start, start + pagesBytes(papers, head.doc_count), doc)
  for (let posting = 0; posting < papers; posting += 1) {
    const other = listed(docs, first_doc, posting)
    if (other >= doc) return other === doc ? posting : -1
  }
  return -1
}
