import type { Passage } from '../../language/text/passages.ts'
import { estimateTokens } from '../../language/text/text-size.ts'
import type { ReadableWork } from './works-to-read.ts'

/** The shortest sentence that can be cited, in UTF-16 units. */
const MIN_SENTENCE_CHARS = 8
/** The longest sentence that can be cited. */
const MAX_SENTENCE_CHARS = 700
/** Length of the text of one work that is offered to the model, in characters. */
const MAX_WORK_CHARS = 4_000

/** A sentence of a work that the model may cite. */
export interface OfferedSentence {
  passage: Passage
  quote: string
}

/** Returns the sentences of a work that can be cited, in the order of its text and within the limit for one work. */
export function offeredSentences({ passages }: ReadableWork): OfferedSentence[] {
  let charsLeft = MAX_WORK_CHARS
  return passages
    .flatMap((passage) =>
      passage.sentences.map(({ start, end }) => ({ passage, quote: passage.text.slice(start, end) })),
    )
    .filter(({ quote }) => {
      if (quote.length < MIN_SENTENCE_CHARS || quote.length > MAX_SENTENCE_CHARS) return false
      charsLeft -= quote.length
      return charsLeft >= 0
    })
}

/** Estimates the size of the sentences of a work that are offered to the model. */
export const workTokens = (work: ReadableWork): number =>
  estimateTokens(
    offeredSentences(work)
      .map(({ quote }) => quote)
      .join(' '),
  )
