import { createFacetMemory, followSegments } from '../facets/facets.ts'
import { createCollector } from '../index/collect.ts'
import { openSegment, type Segment } from '../index/layout.ts'
import { runSearch, runSide } from '../ranking/run.ts'
import { wordsLike, wordsWith } from '../terms/spelling.ts'
import type { SearcherAnswer, SearcherAsk } from './messages.ts'

/** Holds the segments as one thread sees them, and answers searches over them. */
export function createSearcher(): (message: SearcherAsk) => SearcherAnswer | null {
  const memory = createFacetMemory()
  const collector = createCollector(() => followSegments(memory, segments))
  let segments: Segment[] = []
  return (message) => {
    if (message.ask === 'segments') {
      const removed = new Set(message.removed)
      const gone = segments.filter(({ head }) => removed.has(head.id))
      segments = [...segments.filter(({ head }) => !removed.has(head.id)), ...message.added.map(openSegment)]
      collector(gone)
      return null
    }
    if (message.ask === 'search')
      return { id: message.id, answer: runSearch(segments, message.sizes, memory, message.request) }
    if (message.ask === 'side') {
      const { id, request, sizes, side, board } = message
      return { id, side: runSide(segments, sizes, memory, request, { board, side }) }
    }
    const find = message.kind === 'with' ? wordsWith : wordsLike
    return { id: message.id, words: find(segments, message.text, message.most) }
  }
}
