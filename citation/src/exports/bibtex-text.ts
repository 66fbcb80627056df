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
 * Escapes a verbatim field (address, DOI): only braces could end it, and an address may encode those with percent
 * signs.
 */
export function escapeVerbatim(text: string): string {
  return text.replace(/\s/g, '').replaceAll('{', '%7B').replaceAll('}', '%7D')
}

const startsLowerCase = (word: string): boolean => /^\p{Ll}/u.test(word)
const startsUpperCase = (word: string): boolean => /^\p{Lu}/u.test(word)

/** Returns whether a title has lower case where headline style has capitals, so that its capitals belong to names. */
function isSentenceCase(words: string[]): boolean {
  const long = words.slice(1).filter((word) => word.length > 3)
  return long.filter(startsLowerCase).length > long.filter(startsUpperCase).length
}

/**
 * Returns whether BibTeX must not convert a word to lower case: abbreviations and single letters always, capitalized
 * words in a title in sentence case; the first word of a title or subtitle only if it is an abbreviation.
 */
function isProtectedWord(word: string, before: string | undefined, sentence: boolean): boolean {
  if (word.split('-').some((part) => /\p{Lu}/u.test(part.slice(1)))) return true
  const first = before === undefined || /[:?!.]$/.test(before)
  const letter = /^[B-HJ-Z]$/.test(word)
  return !first && (letter || (sentence && startsUpperCase(word)))
}

/**
 * Returns a title for BibTeX: escaped, with braces around words whose capitals must be kept, including those of
 * `phrases`.
 */
export function bibtexTitle(title: string, phrases: readonly string[]): string {
  const words = title.split(' ')
  const kept = protectedWordFlags(words, phrases)
  const sentence = isSentenceCase(words)
  return words
    .map((word, i) => {
      const bare = word.replace(/^[^\p{L}\p{N}]+/u, '')
      if (bare === '' || (!kept[i] && !isProtectedWord(bare, words[i - 1], sentence))) return escapeTex(word)
      const begins = Math.max(0, word.search(/[\p{L}\p{N}]/u))
      const ends = word.search(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*$/u)
      const core = word.slice(begins, ends)
      return `${escapeTex(word.slice(0, begins))}{${escapeTex(core)}}${escapeTex(word.slice(ends))}`
    })
    .join(' ')
}
