import { textStems } from '@scinav/search'
import { bilingualTerms } from '../../search/engine/index.ts'

const MAX_TERM_WORDS = 4
/** So many words that ask are looked at: a question has a few. */
const MAX_ASKING_WORDS = 60
/** Of these ends it is asked, although terms of our lists have them: "case study", "kernel method". */
const ASKING_LAST_WORD =
  /^(?:stud(?:y|ies)|methods?|literature|research|reports?|review|papers?|use|approach|answers?)$/i

/**
 * The places of words that ask elsewhere and are a part of a term here: "topic" of "topic model", "question" of "question
 * answering".
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

/** Where the longest term around a word begins and ends; nowhere where it is part of none. */
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
