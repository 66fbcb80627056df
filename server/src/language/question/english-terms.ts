import { textStems } from '@scinav/search'
import { bilingualTerms } from '../../search/engine/index.ts'

const MAX_TERM_WORDS = 4
/** Bounds the question words that are examined: a real question has a few. */
const MAX_ASKING_WORDS = 60
/**
 * Last words that belong to the question although the term lists have terms ending in them: "case study", "kernel
 * method".
 */
const ASKING_LAST_WORD =
  /^(?:stud(?:y|ies)|methods?|literature|research|reports?|review|papers?|use|approach|answers?)$/i

/**
 * Returns the positions of question words that are part of a term here: "topic" in "topic model", "question" in
 * "question answering".
 *
 * @param asks tells whether a word usually belongs to the question.
 */
export function termWordPositions(words: string[], asks: (word: string) => boolean): Set<number> {
  const kept = new Set<number>()
  const asking = words
    .flatMap((word, at) => (asks(word) && word.length > 3 ? at : []))
    .slice(0, MAX_ASKING_WORDS)
  for (const at of asking) {
    const [from, to] = termAround(words, at)
    for (let place = from; place < to; place += 1) kept.add(place)
  }
  return kept
}

/** Returns the bounds of the longest listed term around a word, or an empty range when there is none. */
function termAround(words: string[], at: number): [from: number, to: number] {
  const { fromEnglish } = bilingualTerms()
  for (let length = MAX_TERM_WORDS; length > 1; length -= 1)
    for (let from = Math.max(0, at - length + 1); from <= at && from + length <= words.length; from += 1) {
      const term = words.slice(from, from + length)
      if (!ASKING_LAST_WORD.test(term.at(-1) ?? '') && fromEnglish.has(textStems(term.join(' ')).join(' ')))
        return [from, from + length]
    }
  return [at, at]
}
