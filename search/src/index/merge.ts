import { combinationColumns } from './attribute-combination.ts'
import { filledPart, growable32, push } from './growable-array.ts'
import { packSegment, type SectionArrays, type Segment, type SegmentData } from './layout.ts'
import { createMergedPostings, finishMergedPostings, mergeTerm } from './merge-postings.ts'
import { findLeastTerm, type MergeSource, NO_DOC, openSources } from './merge-source.ts'
import { advanceCursor } from './term-cursor.ts'

const TERMS_PER_STEP = 2_000

/**
 * Merges segments into one; deleted papers are dropped, the others keep their order. It yields from time to time;
 * papers deleted meanwhile are still in the result.
 */
export function* mergeInSteps(id: number, segments: Segment[]): Generator<void, SegmentData> {
  const { sources, count } = openSources(segments)
  const merging = createMergedPostings(segments)
  const having: MergeSource[] = []
  findLeastTerm(sources, having)
  for (let step = 1; having.length > 0; step += 1) {
    mergeTerm(having, merging)
    for (const { cursor } of having) advanceCursor(cursor)
    findLeastTerm(sources, having)
    if (step % TERMS_PER_STEP === 0) yield
  }
  const columns = mergeColumns(sources, count)
  yield
  const deleted = new Uint32Array(Math.ceil(count / 32))
  const head = { id, doc_count: count, term_count: merging.dictionary.count }
  return packSegment(head, { ...finishMergedPostings(merging), ...columns, deleted })
}

const SINGLE_COLUMNS = ['seq', 'year', 'type', 'flags', 'language', 'source', 'date', 'cited'] as const
const LIST_COLUMNS = ['author', 'keyword', 'subject'] as const

/** Merges the columns of segments, without deleted papers. */
function mergeColumns(sources: MergeSource[], count: number) {
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
  forEachLive(sources, (segment, doc, to) => {
    for (const name of SINGLE_COLUMNS) columns[name][to] = segment[name][doc] ?? 0
    columns.field_ends.set(segment.field_ends.subarray(doc * 3, doc * 3 + 3), to * 3)
  })
  const [author, keyword, subject] = LIST_COLUMNS.map((name) => mergeLists(sources, count, name))
  return {
    ...columns,
    ...combinationColumns(columns),
    ...nameLists('author', author),
    ...nameLists('keyword', keyword),
    ...nameLists('subject', subject),
  }
}

interface ColumnLists {
  starts: Uint32Array
  values: Uint32Array
}

function nameLists<Name extends (typeof LIST_COLUMNS)[number]>(name: Name, lists: ColumnLists | undefined) {
  const { starts = new Uint32Array(1), values = new Uint32Array(0) } = lists ?? {}
  // TypeScript widens a computed key to string.
  return { [`${name}_starts`]: starts, [name]: values } as Pick<SectionArrays, Name | `${Name}_starts`>
}

function mergeLists(sources: MergeSource[], count: number, name: (typeof LIST_COLUMNS)[number]): ColumnLists {
  const starts = new Uint32Array(count + 1)
  const values = growable32()
  forEachLive(sources, (segment, doc, to) => {
    const end = segment[`${name}_starts`][doc + 1] ?? 0
    for (let at = segment[`${name}_starts`][doc] ?? 0; at < end; at += 1) push(values, segment[name][at] ?? 0)
    starts[to + 1] = values.length
  })
  return { starts, values: filledPart(values) }
}

function forEachLive(
  sources: MergeSource[],
  visit: (segment: Segment, doc: number, to: number) => void,
): void {
  for (const { segment, moved } of sources)
    for (let doc = 0; doc < moved.length; doc += 1) {
      const to = moved[doc] ?? NO_DOC
      if (to !== NO_DOC) visit(segment, doc, to)
    }
}
