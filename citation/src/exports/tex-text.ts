// Writes texts in TeX: escaped, and titles with braces around the words whose capitals BibTeX must keep.
import { protectedWordFlags } from '../title-case.ts'

const TEX_ESCAPES: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** Escapes the characters that TeX would read as commands; non-ASCII characters are kept as UTF-8. */
export function escapeTex(text: string): string {
  return text.replace(/[\\~^]|[&%$#_{}]/g, (sign) => TEX_ESCAPES[sign] ?? `\\${sign}`)
}

/**
 * Returns a title for BibTeX: escaped, with braces around words whose capitals must be kept, including those of
 * `phrases`.
 */
export function bibtexTitle(title: string, phrases: readonly string[]): string {
  const words = title.split(' ')
  const isInPhrase = protectedWordFlags(words, phrases)
  const inSentenceCase = isSentenceCase(words)
  return words
    .map((word, at) => {
      const withoutOpening = word.replace(/^[^\p{L}\p{N}]+/u, '')
      const isProtected = isInPhrase[at] || isProtectedWord(withoutOpening, words[at - 1], inSentenceCase)
      return withoutOpening !== '' && isProtected ? braceWord(word) : escapeTex(word)
    })
    .join(' ')
}

/** Headline style has no capitals in shorter words: `of`, `the`. */
const MIN_HEADLINE_WORD_CHARS = 4

/** Returns whether a title has lower case where headline style has capitals. Its capitals then belong to names. */
function isSentenceCase(words: string[]): boolean {
  const longWords = words.slice(1).filter((word) => word.length >= MIN_HEADLINE_WORD_CHARS)
  return longWords.filter(startsLowerCase).length > longWords.filter(startsUpperCase).length
}

const startsLowerCase = (word: string): boolean => /^\p{Ll}/u.test(word)

const startsUpperCase = (word: string): boolean => /^\p{Lu}/u.test(word)

/**
 * Returns whether BibTeX must not convert a word to lower case: abbreviations and single letters always, capitalized
 * words in a title in sentence case; the first word of a title or subtitle only if it is an abbreviation.
 */
function isProtectedWord(word: string, before: string | undefined, inSentenceCase: boolean): boolean {
  if (word.split('-').some((part) => /\p{Lu}/u.test(part.slice(1)))) return true
  const isFirst = before === undefined || /[:?!.]$/.test(before)
  // A and I are words of English.
  const isLetter = /^[B-HJ-Z]$/.test(word)
  return !isFirst && (isLetter || (inSentenceCase && startsUpperCase(word)))
}

/** Puts a word in braces, without the marks around it: `(DNA),` becomes `({DNA}),`. */
function braceWord(word: string): string {
  const start = Math.max(0, word.search(/[\p{L}\p{N}]/u))
  // The marks after the last letter; the lookbehind tries each run of marks only once.
  const end = word.search(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*$/u)
  const core = word.slice(start, end)
  return `${escapeTex(word.slice(0, start))}{${escapeTex(core)}}${escapeTex(word.slice(end))}`
}

/**
 * Escapes a verbatim field (address, DOI): only braces could end it, so they are percent-encoded. Spaces are removed.
 */
export function escapeVerbatim(text: string): string {
  return text.replace(/\s/g, '').replaceAll('{', '%7B').replaceAll('}', '%7D')
}

/**
 * Puts the first character in braces where a spreadsheet would run the value as a formula, or a reader take it for a
 * new entry.
 */
export const escapeFormula = (value: string): string => value.replace(/^[=+\-@]/, '{$&}')
