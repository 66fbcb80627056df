import { anyOf } from '../../language/phrases.ts'
import { KEYWORDS_HEAD } from './page-headings.ts'

/** Returns the keywords of a text with a heading for them; empty without one. */
export function extractKeywords(text: string): string[] {
  const [, line = ''] = KEYWORDS_HEAD.exec(text) ?? []
  return splitKeywords(line)
}

/** Length from which on a piece is a sentence rather than a keyword, in characters. */
const MIN_SENTENCE_CHARS = 60
/** Matches what may follow the keywords on their line, such as a classification number or a DOI. */
const AFTER_KEYWORDS = new RegExp(`${anyOf('pasted/after-keywords')}.*$`, 'iu')

/** Splits a line into keywords at the clearest separator that it has: semicolons, else commas, else spaces. */
export function splitKeywords(line: string): string[] {
  const separator = [/[;；]/, /[,，、·]/].find((signs) => signs.test(line)) ?? /\s{1,8}/
  return line
    .split(separator)
    .map((word) =>
      word
        .replace(AFTER_KEYWORDS, '')
        .replace(/[.。]$/u, '')
        .trim(),
    )
    .filter((word) => word.length > 1 && word.length < MIN_SENTENCE_CHARS)
}
