import { phrasePattern } from '../phrases.ts'
import { termWordPositions } from './question-terms.ts'
import { ENGLISH_STOP_WORDS } from './stop-words.ts'

/** Phrases of which one word would otherwise be taken for content: "held back", "how much faster". */
const DROPPED_PHRASE = phrasePattern('question-words/dropped-phrases', 'gi')
/** Words that the search reads as operators in capitals. */
const OPERATOR = /^(?:AND|OR|NOT)$/
/** A word of at least two capitals. */
const ALL_CAPITALS = /^\p{Lu}{2,}$/u

/**
 * Returns the content words of a Latin run, without punctuation that the search would read as operators. A word in
 * capitals is an acronym, even if it is spelled like a stop word: ABLE, WHO.
 *
 * @param isShouted whether the question is written in capitals throughout.
 */
export function latinWords(run: string, isShouted: boolean): string[] {
  const isStopWord = (word: string): boolean =>
    baseForms(word.toLowerCase()).some((form) => ENGLISH_STOP_WORDS.has(form)) &&
    (isShouted || !ALL_CAPITALS.test(word) || OPERATOR.test(word))
  const words = run
    .replace(/['’]s\b/g, ' ')
    .replace(DROPPED_PHRASE, ' ')
    .split(/[^\p{L}\p{M}\p{N}+#./-]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![./-])[./-]+$/u, ''))
    .filter((word) => word !== '')
  const termPositions = termWordPositions(words, isStopWord)
  return (
    words
      .filter((word, position) => termPositions.has(position) || !isStopWord(word))
      .filter((word) => word.length > 1 || /[\p{Lu}\p{N}]/u.test(word))
      // NEAR and NEAR/3 are operators of the search.
      .map((word) => (/^NEAR(?:\/\d+)?$/.test(word) ? 'near' : word))
  )
}

/** The endings of inflected words, and what may stand in their place in the base form: *studies*, *using*. */
const INFLECTIONS: [RegExp, string[]][] = [
  [/ies$/, ['y']],
  [/ied$/, ['y']],
  [/s$/, ['']],
  [/es$/, ['']],
  [/ed$/, ['', 'e']],
  [/ing$/, ['', 'e']],
]

/** A shorter rest is no base form: *thing* is none of *th*. */
const MIN_BASE_CHARS = 3

/** Returns a lower-case word and the words of which it may be an inflected form. */
const baseForms = (word: string): string[] => [
  word,
  ...INFLECTIONS.filter(([ending]) => ending.test(word)).flatMap(([ending, replacements]) =>
    replacements.map((each) => word.replace(ending, each)).filter((form) => form.length >= MIN_BASE_CHARS),
  ),
]
