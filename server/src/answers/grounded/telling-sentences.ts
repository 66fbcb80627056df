import { type Concept, collectTextTerms, coverage, isChineseText } from '@scinav/search'
import { estimateTokens, type Passage } from '../../language/text/passages.ts'

/**
 * Returns the places, from 0 and in order, of the sentences of a passage that cover most of a question, until one does not
 * fit into `maxTokens`. A repeated sentence is left out.
 *
 * @param most the most sentences.
 */
export function tellingSentences(
  { text, sentences }: Passage,
  concepts: Concept[],
  maxTokens: number,
  most = sentences.length,
): number[] {
  const texts = sentences.map(({ start, end }) => text.slice(start, end))
  const share = texts.map((each) => coverage(collectTextTerms([each]), concepts, isChineseText(each)))
  const first = new Map(texts.map((each, at) => [each, at] as const).toReversed())
  let left = maxTokens
  return [...first.values()]
    .toSorted((a, b) => (share[b] ?? 0) - (share[a] ?? 0) || a - b)
    .filter((at) => {
      left -= estimateTokens(texts[at] ?? '')
      return left >= 0
    })
    .slice(0, most)
    .toSorted((a, b) => a - b)
}
