import { createFacetMemory, refreshFrequentValues } from '../facets/facet-memory.ts'
import { createReleaseCounter } from '../index/garbage-collection.ts'
import type { Segment } from '../index/layout.ts'
import { updateSegments } from '../index/segment-bytes.ts'
import { runSide, searchSegments } from '../ranking/run.ts'
import { fitPool } from '../sets/buffer-pool.ts'
import { findWordsLike, findWordsWith } from '../terms/spelling.ts'
import type { SearcherRequest, SearcherResponse } from './messages.ts'

/**
 * Creates a searcher, which holds the segments of a thread and answers questions from them. The returned function
 * answers a message, with null for a change of segments. It throws `SearchTooLong` when a search exceeds its time
 * limit.
 */
export function createSearcher(): (message: SearcherRequest) => SearcherResponse | null {
  const memory = createFacetMemory()
  const countReleased = createReleaseCounter(() => refreshFrequentValues(memory, segments))
  let segments: Segment[] = []
  return (message) => {
    if (message.ask === 'segments') {
      const removedIds = new Set(message.removed)
      const removedSegments = segments.filter(({ head }) => removedIds.has(head.id))
      segments = updateSegments(segments, message)
      fitPool(segments.reduce((papers, { head }) => papers + head.doc_count, 0))
      countReleased(removedSegments)
      return null
    }
    if (message.ask === 'search')
      return {
        id: message.id,
        answer: searchSegments({ segments, sizes: message.sizes, memory, request: message.request }),
      }
    if (message.ask === 'side') {
      const { id, request, sizes, side, board } = message
      return { id, side: runSide({ segments, sizes, memory, request }, { board, side }) }
    }
    const findWords = message.kind === 'with' ? findWordsWith : findWordsLike
    return { id: message.id, words: findWords(segments, message.text, message.limit) }
  }
}
