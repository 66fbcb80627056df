import { normalizeCharacters } from '@scinav/contract/written-form'

/** Number of characters of context stored before and after a quote, so that it can be found again. */
export const CONTEXT_CHARS = 32

/** Matches a word divided at the end of a line; the space around the break is bounded, so that the match is linear. */
const DIVIDED_WORD = /(\p{L})[-\u00ad]\s{0,8}\n\s{0,8}(\p{Ll})/gu
/** Matches a space between Chinese characters or marks. */
const SPACE_IN_CHINESE = /(?<=[\p{Script=Han}，。；：、？！]) (?=[\p{Script=Han}，。；：、？！])/gu

/** Cleans text for quoting: rejoins hyphenated words, joins lines, and removes spaces between Chinese characters. */
export function cleanQuote(text: string): string {
  return normalizeCharacters(text)
    .replaceAll(DIVIDED_WORD, '$1$2')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(SPACE_IN_CHINESE, '')
    .trim()
}
