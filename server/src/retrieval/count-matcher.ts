import { NUMBER_WORDS } from './figure-units.ts'
import { DIGIT_FIGURE, stripReferenceNumbers } from './stated-figures.ts'

/**
 * The text allowed between a number and the counted noun: "550K annotated tokens", "sentences: about 1,200", 「三个句子」.
 */
const COUNT_WINDOW = {
  latin: { before: '[^.;]{0,30}', behind: '[^.;]{0,32}' },
  han: { before: '[^，。；]{0,10}', behind: '[^，。；]{0,5}' },
}

/** Largest number of words of the noun and its translations in a pattern. */
const MAX_COUNTED_WORDS = 24

/**
 * Creates a test of whether a sentence has a number near the counted noun; it is built once per question.
 *
 * @param words stems of the noun and of its translations; those with `=` are exact forms and left out. Without any,
 *   every sentence passes.
 */
export function createCountMatcher(words: string[]): (text: string) => boolean {
  const counted = words
    .filter((word) => !word.startsWith('=') && word.length > 1)
    .slice(0, MAX_COUNTED_WORDS)
    // Any sign may stand in the place of another: `state.of.the.art`.
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.'))
  if (counted.length === 0) return () => true
  const figure = `(?:${DIGIT_FIGURE.source}|${NUMBER_WORDS.source})`
  const thing = `(?:${counted.join('|')})`
  const createPattern = ({ before, behind }: (typeof COUNT_WINDOW)[keyof typeof COUNT_WINDOW]) =>
    new RegExp(`${figure}${behind}${thing}|${thing}${before}${figure}`, 'iu')
  const latinPattern = createPattern(COUNT_WINDOW.latin)
  const hanPattern = createPattern(COUNT_WINDOW.han)
  return (text) => {
    const sentence = stripReferenceNumbers(text)
    return (/\p{Script=Han}/u.test(sentence) ? hanPattern : latinPattern).test(sentence)
  }
}
