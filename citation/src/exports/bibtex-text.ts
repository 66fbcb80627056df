import { protectedWordFlags } from '../title-case.ts'

const TEX_ESCAPES: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** Text with what TeX would read as commands made plain letters; UTF-8 stays. */
export function escapeTex(text: string): string {
  return text.replace(/[\\~^]|[&%$#_{}]/g, (sign) => TEX_ESCAPES[sign] ?? `\\${sign}`)
}

/** Verbatim fields (addresses, DOIs): only braces could end them, and an address may write those otherwise. */
export function escapeVerbatim(text: string): string {
  return text.replace(/\s/g, '').replaceAll('{', '%7B').replaceAll('}', '%7D')
}

const startsLowerCase = (word: string): boolean => /^\p{Ll}/u.test(word)
const startsUpperCase = (word: string): boolean => /^\p{Lu}/u.test(word)

/** Whether a title has small letters where headline style has capitals, so that its capitals belong to names. */
function isSentenceCase(words: string[]): boolean {
  const long = words.slice(1).filter((word) => word.length > 3)
  return long.filter(startsLowerCase).length > long.filter(startsUpperCase).length
}

/** Whether BibTeX may not make a word's capitals small: abbreviations always, names in a title in sentence case. */
function isProtectedWord(word: string, before: string | undefined, sentence: boolean): boolean {
  if (word.split('-').some((part) => /\p{Lu}/u.test(part.slice(1)))) return true
  const first = before === undefined || /[:?!.]$/.test(before)
  const letter = /^[B-HJ-Z]$/.test(word)
  return !first && (letter || (sentence && startsUpperCase(word)))
}

/** A title for BibTeX: escaped, and words whose capitals must stay, those of the phrases too, in braces. */
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
