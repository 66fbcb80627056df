import { normalizeCharacters } from '@scinav/contract/written-form'

/** So much of the text before and behind a quote goes with it, so that it is found again. */
export const CONTEXT_CHARS = 32

/** Words cut at a line's end whole again, lines joined, no spaces between Chinese characters: as a text is quoted. */
export function cleanQuote(text: string): string {
  return normalizeCharacters(text)
    .replaceAll(/(\p{L})[-\u00ad]\s{0,8}\n\s{0,8}(\p{Ll})/gu, '$1$2')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=[\p{Script=Han}，。；：、？！]) (?=[\p{Script=Han}，。；：、？！])/gu, '')
    .trim()
}
