import { sentenceSpans } from '../../../language/text/sentences.ts'
import type { CitationMarker, Manuscript } from '../reading/index.ts'

/** A full stop or another sign that may end a sentence, at the end of a text. */
const ENDING_SIGN = /[.。！？!?]$/

/** Counts the sentences that have a citation; a marker glued to the full stop belongs to the sentence before it. */
export function countCitedSentences({ blocks, markers }: Pick<Manuscript, 'blocks' | 'markers'>): number {
  let count = 0
  for (const [block, inBlock] of Map.groupBy(markers, (marker) => marker.block))
    count += countInBlock(blocks[block]?.text ?? '', inBlock)
  return count
}

/** Counts the sentences of a block that have one of its markers. */
function countInBlock(text: string, markers: Pick<CitationMarker, 'start' | 'end'>[]): number {
  const ordered = markers.toSorted((one, other) => one.start - other.start)
  // Glued markers become spaces, since a full stop ends a sentence only before a space.
  let withoutGlued = ''
  let gluedTo = -1
  for (const { start, end } of ordered) {
    if (start < withoutGlued.length) continue
    withoutGlued += text.slice(withoutGlued.length, start)
    const isGlued = start === gluedTo || ENDING_SIGN.test(withoutGlued.slice(-1))
    withoutGlued += isGlued ? ' '.repeat(end - start) : text.slice(start, end)
    if (isGlued) gluedTo = end
  }
  const sentences = sentenceSpans(withoutGlued + text.slice(withoutGlued.length))
  const cited = ordered.map(({ start }) => sentences.findLastIndex((sentence) => sentence.start <= start))
  return new Set(cited).size
}
