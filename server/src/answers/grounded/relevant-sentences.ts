import { type Concept, collectTextTerms, coverage, isChineseText } from '@scinav/search'
import type { Passage } from '../../language/text/passages.ts'
import { estimateTokens } from '../../language/text/text-size.ts'

/**
 * Returns the indices, in the order of the text, of the sentences of a passage that cover most of a question. Sentences
 * are taken by their coverage until one does not fit into `maxTokens`; a repeated sentence counts once.
 */
export function mostRelevantSentences(
  { text, sentences }: Passage,
  concepts: Concept[],
  maxTokens: number,
  maxSentences = sentences.length,
): number[] {
  const texts = sentences.map(({ start, end }) => text.slice(start, end))
  const shares = texts.map((each) => coverage(collectTextTerms([each]), concepts, isChineseText(each)))
  // Reversed, so that the map keeps the first index of a repeated sentence.
  const firstIndex = new Map(texts.map((each, index) => [each, index] as const).toReversed())
  let tokensLeft = maxTokens
  return [...firstIndex.values()]
    .toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || a - b)
    .filter((index) => {
      tokensLeft -= estimateTokens(texts[index] ?? '')
      return tokensLeft >= 0
    })
    .slice(0, maxSentences)
    .toSorted((a, b) => a - b)
}
