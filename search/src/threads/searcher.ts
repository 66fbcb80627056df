import { createFacetMemory, refreshFrequentValues } from '../facets/facets.ts'
import { createCollector } from '../index/garbage-collection.ts'
import { openSegment, type Segment } from '../index/layout.ts'
import { runSide, searchSegments } from '../ranking/run.ts'
import { findWordsLike, findWordsWith } from '../terms/spelling.ts'
import type { SearcherRequest, SearcherResponse } from './messages.ts'

/**
 * Creates a searcher that holds a thread's segments and answers questions over them; it returns null for a change of
 * segments.
 *
 * @throws SearchTooLong when a search exceeds its time limit.
 */
export function createSearcher(): (message: SearcherRequest) => SearcherResponse | null {
  const memory = createFacetMemory()
  const collectReleased = createCollector(() => refreshFrequentValues(memory, segments))
  let segments: Segment[] = []
  return (message) => {
    if (message.ask === 'segments') {
      const removed = new Set(message.removed)
      const gone = segments.filter(({ head }) => removed.has(head.id))
      segments = [...segments.filter(({ head }) => !removed.has(head.id)), ...message.added.map(openSegment)]
      collectReleased(gone)
      return null
    }
    if (message.ask === 'search')
      return { id: message.id, answer: searchSegments(segments, message.sizes, memory, message.request) }
    if (message.ask === 'side') {
      const { id, request, sizes, side, board } = message
      return { id, side: runSide(segments, sizes, memory, request, { board, side }) }
    }
    const find = message.kind === 'with' ? findWordsWith : findWordsLike
    return { id: message.id, words: find(segments, message.text, message.limit) }
  }
}
