import { normalizeCharacters } from '@scinav/contract/written-form'

/** Number of characters of context stored before and after a quote, so that it can be found again. */
export const CONTEXT_CHARS = 32

/** Cleans text for quoting: rejoins hyphenated words, joins lines, and removes spaces between Chinese characters. */
export function cleanQuote(text: string): string {
  return normalizeCharacters(text)
    .replaceAll(/(\p{L})[-\u00ad]\s{0,8}\n\s{0,8}(\p{Ll})/gu, '$1$2')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=[\p{Script=Han}，。；：、？！]) (?=[\p{Script=Han}，。；：、？！])/gu, '')
    .trim()
}
