import { stemsIn } from '@scinav/search'
import { bilingualTerms } from '../../search/engine/index.ts'

const LONGEST = 4
/** So many words that ask are looked at: a question has a few. */
const MOST = 60
/** Of these ends it is asked, although terms of our lists have them: "case study", "kernel method". */
const ASKED_LAST =
  /^(?:stud(?:y|ies)|methods?|literature|research|reports?|review|papers?|use|approach|answers?)$/i

/**
 * The places of words that ask elsewhere and are a part of a term here: "topic" of "topic model", "question" of "question
 * answering".
 */
export function wordsOfTerms(words: string[], asks: (word: string) => boolean): Set<number> {
  const kept = new Set<number>()
  const asking = words.flatMap((word, at) => (asks(word) && word.length > 3 ? at : [])).slice(0, MOST)
  for (const at of asking) {
    const [from, to] = termAround(words, at)
    for (let place = from; place < to; place += 1) kept.add(place)
  }
  return kept
}

/** Where the longest term around a word begins and ends; nowhere where it is part of none. */
function termAround(words: string[], at: number): [from: number, to: number] {
  const { fromEnglish } = bilingualTerms()
  for (let length = LONGEST; length > 1; length -= 1)
    for (let from = Math.max(0, at - length + 1); from <= at && from + length <= words.length; from += 1) {
      const term = words.slice(from, from + length)
      if (!ASKED_LAST.test(term.at(-1) ?? '') && fromEnglish.has(stemsIn(term.join(' ')).join(' ')))
        return [from, from + length]
    }
  return [at, at]
}
