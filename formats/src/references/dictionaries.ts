// Words whose meaning tells the part of a reference: places, months, publishers, kinds of publications.
import { PINYIN_SURNAMES } from '../fields/name-words.ts'
import { readDataLines } from './data-files.ts'
import type { Token } from './tokenize.ts'

/** The dictionaries in which a word can stand. */
export type Dictionary = 'place' | 'month' | 'publisher' | 'body' | 'pinyin'

/** Largest number of words in the name of a place. */
const MAX_PLACE_WORDS = 3

/** Returns for each token the dictionaries that have it, alone or, for places, together with its neighbours. */
export function findInDictionaries(tokens: readonly Token[]): Dictionary[][] {
  const { places, words } = dictionaries()
  const lower = tokens.map(({ text }) => text.toLowerCase())
  const found = lower.map((word) => words.flatMap(([name, set]) => (set.has(word) ? [name] : [])))
  for (let from = 0; from < lower.length; from += 1) {
    for (let count = MAX_PLACE_WORDS; count > 0; count -= 1) {
      // The longest name that starts here, which must begin with a capital or another letter without case.
      const to = Math.min(from + count, lower.length)
      if (!/^\P{Ll}/u.test(tokens[from]?.text ?? '') || !places.has(lower.slice(from, to).join(' '))) continue
      for (let at = from; at < to; at += 1) found[at]?.push('place')
      break
    }
  }
  return found
}

/** The word lists, all in lower case. Only places may have several words. */
interface Dictionaries {
  places: ReadonlySet<string>
  words: [Dictionary, ReadonlySet<string>][]
}

let loaded: Dictionaries | undefined

/** Returns the word lists, which are read from their files on the first call. */
function dictionaries(): Dictionaries {
  loaded ??= {
    places: new Set(readDataLines('words/places.txt')),
    words: [
      ['month', wordsOf('months')],
      ['publisher', wordsOf('publishers')],
      ['body', wordsOf('bodies')],
      ['pinyin', PINYIN_SURNAMES],
    ],
  }
  return loaded
}

const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(readDataLines(`words/${name}.txt`).flatMap((line) => line.split(' ')))
