import { packSegment, type Segment, type SegmentData } from './layout.ts'
import { mergeColumns } from './merge-columns.ts'
import { mergedTerms, mergeTerm, openMerging } from './merge-postings.ts'
import { findLeast, openSources, type Source } from './merge-source.ts'
import { advance } from './term-cursor.ts'

const TERMS_A_STEP = 2_000

/**
 * Makes one segment of several; papers that are gone are left out, the others keep their order. Yields now and then;
 * papers that go in the meantime are still in it.
 */
export function* mergeInSteps(id: number, segments: Segment[]): Generator<void, SegmentData> {
  const { sources, count } = openSources(segments)
  const merging = openMerging(segments)
  const having: Source[] = []
  findLeast(sources, having)
  for (let step = 1; having.length > 0; step += 1) {
    mergeTerm(having, merging)
    for (const { cursor } of having) advance(cursor)
    findLeast(sources, having)
    if (step % TERMS_A_STEP === 0) yield
  }
  const columns = mergeColumns(sources, count)
  yield
  const deleted = new Uint32Array(Math.ceil(count / 32))
  const head = { id, doc_count: count, term_count: merging.dictionary.count }
  return packSegment(head, { ...mergedTerms(merging), ...columns, deleted })
}
