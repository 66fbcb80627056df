import { combinationColumns } from './attribute-combination.ts'
import { filledPart, growable32, push } from './growable-array.ts'
import { FIELD_ENDS_ENTRIES, type SectionArrays, type Segment, type SegmentData } from './layout.ts'
import { createMergedPostings, mergeTerm } from './merge-postings.ts'
import { findLeastTerm, type MergeSource, NO_DOC, openSources } from './merge-source.ts'
import { finishPostings } from './postings-writer.ts'
import { packSegment } from './segment-bytes.ts'
import { advanceCursor } from './term-cursor.ts'

/** Number of terms that are merged between two yields. */
const TERMS_PER_STEP = 2_000

/** Columns with one value per paper, and with a list of values. */
const SINGLE_COLUMNS = ['seq', 'year', 'type', 'flags', 'language', 'source', 'date', 'cited'] as const
const LIST_COLUMNS = ['author', 'keyword', 'subject'] as const
type ListColumnName = (typeof LIST_COLUMNS)[number]

/**
 * Merges segments into one with a new id; deleted papers are dropped, the others keep their order. It yields between
 * steps, so that the caller can do other work. Papers deleted after the first step are still in the result: see
 * `relocatePapers`.
 */
export function* mergeInSteps(id: number, segments: Segment[]): Generator<void, SegmentData> {
  const { sources, count } = openSources(segments)
  const merged = createMergedPostings(segments, count)
  const sourcesWithTerm: MergeSource[] = []
  findLeastTerm(sources, sourcesWithTerm)
  for (let step = 1; sourcesWithTerm.length > 0; step += 1) {
    mergeTerm(sourcesWithTerm, merged)
    for (const { cursor } of sourcesWithTerm) advanceCursor(cursor)
    findLeastTerm(sources, sourcesWithTerm)
    if (step % TERMS_PER_STEP === 0) yield
  }
  const columns = mergeColumns(sources, count)
  yield
  const deleted = new Uint32Array(Math.ceil(count / 32))
  const head = { id, doc_count: count, term_count: merged.dictionary.count }
  return packSegment(head, { ...finishPostings(merged), ...columns, deleted })
}

/**
 * Merges the columns of segments, without deleted papers.
 *
 * @param count number of papers of the merged segment
 */
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
    field_ends: new Uint16Array(count * FIELD_ENDS_ENTRIES),
  }
  forEachLive(sources, (segment, doc, newDoc) => {
    for (const name of SINGLE_COLUMNS) columns[name][newDoc] = segment[name][doc] ?? 0
    const start = doc * FIELD_ENDS_ENTRIES
    const fieldEnds = segment.field_ends.subarray(start, start + FIELD_ENDS_ENTRIES)
    columns.field_ends.set(fieldEnds, newDoc * FIELD_ENDS_ENTRIES)
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

/** A column with several values per paper, see `ListColumn` in columns.ts. */
interface ColumnLists {
  starts: Uint32Array
  values: Uint32Array
}

/** Returns the two sections of a list column under their names. */
function nameLists<Name extends ListColumnName>(name: Name, lists: ColumnLists | undefined) {
  const { starts = new Uint32Array(1), values = new Uint32Array(0) } = lists ?? {}
  // TypeScript widens a computed key to string.
  return { [`${name}_starts`]: starts, [name]: values } as Pick<SectionArrays, Name | `${Name}_starts`>
}

/** Merges a column of lists: those of the live papers, in order. */
function mergeLists(sources: MergeSource[], count: number, name: ListColumnName): ColumnLists {
  const starts = new Uint32Array(count + 1)
  const values = growable32()
  forEachLive(sources, (segment, doc, newDoc) => {
    const end = segment[`${name}_starts`][doc + 1] ?? 0
    for (let at = segment[`${name}_starts`][doc] ?? 0; at < end; at += 1) push(values, segment[name][at] ?? 0)
    starts[newDoc + 1] = values.length
  })
  return { starts, values: filledPart(values) }
}

/** Calls `visit` for every paper that is copied, in the order of the merged segment. */
function forEachLive(
  sources: MergeSource[],
  visit: (segment: Segment, doc: number, newDoc: number) => void,
): void {
  for (const { segment, newDocs } of sources)
    for (let doc = 0; doc < newDocs.length; doc += 1) {
      const newDoc = newDocs[doc] ?? NO_DOC
      if (newDoc !== NO_DOC) visit(segment, doc, newDoc)
    }
}
