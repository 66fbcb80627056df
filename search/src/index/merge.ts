import { packSegment, type Segment, type SegmentData } from './layout.ts'
import { mergeColumns } from './merge-columns.ts'
import { createMergedPostings, finishMergedPostings, mergeTerm } from './merge-postings.ts'
import { findLeastTerm, type MergeSource, openSources } from './merge-source.ts'
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
