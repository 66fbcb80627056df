import { dictionary } from './build.ts'
import { filled, type Growing, growing8, growing16, growing32, push } from './growing.ts'
import {
  type Arrays,
  isDeleted,
  POSITION_BLOCK,
  packSegment,
  type Segment,
  type SegmentData,
} from './layout.ts'
import { termAt } from './terms.ts'

const GONE = -1

/** One of the segments that become one, with the place each of its papers gets. */
interface Source {
  segment: Segment
  moved: Int32Array
  /** The term at hand. */
  term: number
  text: string | null
}

/** Makes one segment of several; papers that are gone are left out, the others keep their order. */
export function mergeSegments(id: number, segments: Segment[]): SegmentData {
  let count = 0
  const sources = segments.map((segment): Source => {
    const moved = new Int32Array(segment.head.doc_count).fill(GONE)
    for (let doc = 0; doc < moved.length; doc += 1) {
      if (isDeleted(segment, doc)) continue
      moved[doc] = count
      count += 1
    }
    return { segment, moved, term: 0, text: segment.head.term_count > 0 ? termAt(segment, 0) : null }
  })
  return packSegment(id, count, {
    ...mergePostings(sources),
    ...mergeColumns(sources, count),
    deleted: new Uint32Array(Math.ceil(count / 32)),
  })
}

interface Merging {
  terms: string[]
  posting_starts: Growing<Uint32Array>
  docs: Growing<Uint16Array>
  impacts: Growing<Uint8Array>
  masks: Growing<Uint8Array>
  block_starts: Growing<Uint32Array>
  position_blocks: Growing<Uint32Array>
  positions: Growing<Uint8Array>
}

function mergePostings(sources: Source[]) {
  const into: Merging = {
    terms: [],
    posting_starts: growing32(),
    docs: growing16(),
    impacts: growing8(),
    masks: growing8(),
    block_starts: growing32(),
    position_blocks: growing32(),
    positions: growing8(),
  }
  push(into.posting_starts, 0)
  push(into.block_starts, 0)
  for (let text = leastTerm(sources); text !== null; text = leastTerm(sources)) {
    const having = sources.filter((source) => source.text === text)
    mergeTerm(text, having, into)
    for (const source of having) advance(source)
  }
  const { terms, ...lists } = into
  return {
    ...dictionary(terms),
    posting_starts: filled(lists.posting_starts),
    docs: filled(lists.docs),
    impacts: filled(lists.impacts),
    masks: filled(lists.masks),
    block_starts: filled(lists.block_starts),
    position_blocks: filled(lists.position_blocks),
    positions: filled(lists.positions),
  }
}

function leastTerm(sources: Source[]): string | null {
  let least: string | null = null
  for (const { text } of sources) if (text !== null && (least === null || text < least)) least = text
  return least
}

function advance(source: Source): void {
  source.term += 1
  source.text = source.term < source.segment.head.term_count ? termAt(source.segment, source.term) : null
}

function mergeTerm(text: string, sources: Source[], into: Merging): void {
  const before = into.docs.length
  const placed = sources.some(({ segment, term }) => hasBlocks(segment, term))
  for (const source of sources) copyPostings(source, placed, before, into)
  if (into.docs.length === before) return
  into.terms.push(text)
  push(into.posting_starts, into.docs.length)
  push(into.block_starts, into.position_blocks.length)
}

const hasBlocks = ({ block_starts }: Segment, term: number) =>
  (block_starts[term + 1] ?? 0) > (block_starts[term] ?? 0)

function copyPostings({ segment, moved, term }: Source, placed: boolean, start: number, into: Merging): void {
  const { posting_starts, docs } = segment
  const to = posting_starts[term + 1] ?? 0
  const own = hasBlocks(segment, term)
  let byte = own ? firstPlace(segment, term) : 0
  for (let at = posting_starts[term] ?? 0; at < to; at += 1) {
    const end = own ? placesEnd(segment.positions, byte) : byte
    const doc = movedTo(moved, docs, at)
    if (doc !== GONE && placed) copyPlaces(segment, byte, end, start, into)
    if (doc !== GONE) copyPosting(segment, at, doc, into)
    byte = end
  }
}

const movedTo = (moved: Int32Array, docs: Uint16Array, at: number) => moved[docs[at] ?? 0] ?? GONE

const firstPlace = ({ block_starts, position_blocks }: Segment, term: number) =>
  position_blocks[block_starts[term] ?? 0] ?? 0

function copyPosting({ impacts, masks }: Segment, at: number, doc: number, into: Merging): void {
  push(into.docs, doc)
  push(into.impacts, impacts[at] ?? 0)
  push(into.masks, masks[at] ?? 0)
}

/** The positions of one posting; none at all are a count of 0. */
function copyPlaces({ positions }: Segment, from: number, to: number, start: number, into: Merging): void {
  if ((into.docs.length - start) % POSITION_BLOCK === 0) push(into.position_blocks, into.positions.length)
  if (from === to) push(into.positions, 0)
  for (let at = from; at < to; at += 1) push(into.positions, positions[at] ?? 0)
}

/** Where the positions of the next posting begin. */
function placesEnd(bytes: Uint8Array, at: number): number {
  let byte = at
  let count = 0
  let shift = 0
  for (;;) {
    const value = bytes[byte] ?? 0
    byte += 1
    count |= (value & 127) << shift
    if (value < 128) break
    shift += 7
  }
  for (; count > 0; byte += 1) if ((bytes[byte] ?? 0) < 128) count -= 1
  return byte
}

const SINGLE = ['seq', 'year', 'type', 'flags', 'language', 'source', 'date', 'cited'] as const
const LISTS = ['author', 'keyword', 'subject'] as const

function mergeColumns(sources: Source[], count: number) {
  const columns = {
    seq: new Uint32Array(count),
    year: new Uint16Array(count),
    type: new Uint8Array(count),
    flags: new Uint8Array(count),
    language: new Uint32Array(count),
    source: new Uint32Array(count),
    date: new Uint32Array(count),
    cited: new Uint32Array(count),
    field_ends: new Uint16Array(count * 3),
  }
  forEachKept(sources, (segment, doc, to) => {
    for (const name of SINGLE) columns[name][to] = segment[name][doc] ?? 0
    columns.field_ends.set(segment.field_ends.subarray(doc * 3, doc * 3 + 3), to * 3)
  })
  const [author, keyword, subject] = LISTS.map((name) => mergeLists(sources, count, name))
  return {
    ...columns,
    ...named('author', author),
    ...named('keyword', keyword),
    ...named('subject', subject),
  }
}

interface Lists {
  starts: Uint32Array
  values: Uint32Array
}

function named<Name extends (typeof LISTS)[number]>(name: Name, lists: Lists | undefined) {
  const { starts = new Uint32Array(1), values = new Uint32Array(0) } = lists ?? {}
  // A computed key widens to string.
  return { [`${name}_starts`]: starts, [name]: values } as Pick<Arrays, Name | `${Name}_starts`>
}

function mergeLists(sources: Source[], count: number, name: (typeof LISTS)[number]): Lists {
  const starts = new Uint32Array(count + 1)
  const values = growing32()
  forEachKept(sources, (segment, doc, to) => {
    const end = segment[`${name}_starts`][doc + 1] ?? 0
    for (let at = segment[`${name}_starts`][doc] ?? 0; at < end; at += 1) push(values, segment[name][at] ?? 0)
    starts[to + 1] = values.length
  })
  return { starts, values: filled(values) }
}

function forEachKept(sources: Source[], visit: (segment: Segment, doc: number, to: number) => void): void {
  for (const { segment, moved } of sources)
    for (let doc = 0; doc < moved.length; doc += 1) {
      const to = moved[doc] ?? GONE
      if (to !== GONE) visit(segment, doc, to)
    }
}
