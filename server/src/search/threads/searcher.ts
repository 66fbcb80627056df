import { createFacetMemory } from '../engine/facets.ts'
import { runSearch, runSide } from '../engine/run.ts'
import { wordsLike, wordsWith } from '../engine/spelling.ts'
import { openSegment, type Segment } from '../segment/layout.ts'
import type { SearcherAnswer, SearcherAsk } from './messages.ts'

/** Holds the segments as one thread sees them, and answers searches over them. */
export function createSearcher(): (message: SearcherAsk) => SearcherAnswer | null {
  const memory = createFacetMemory()
  let segments: Segment[] = []
  return (message) => {
    if (message.ask === 'segments') {
      const removed = new Set(message.removed)
      segments = [...segments.filter(({ head }) => !removed.has(head.id)), ...message.added.map(openSegment)]
      return null
    }
    if (message.ask === 'search')
      return { id: message.id, answer: runSearch(segments, message.sizes, memory, message.request) }
    if (message.ask === 'side') {
      const { id, request, sizes, side } = message
      return { id, side: runSide(segments, sizes, memory, request, side) }
    }
    const find = message.kind === 'with' ? wordsWith : wordsLike
    return { id: message.id, words: find(segments, message.text, message.most) }
  }
}
