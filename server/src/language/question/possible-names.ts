import { anyOf, phrasePattern } from '../phrases.ts'
import type { TextSpan } from '../text/sentences.ts'

/** A name in a question, with its span in UTF-16 offsets. */
export interface NameSpan extends TextSpan {
  name: string
}

/** Bounds the names that the caller looks up in the library. */
const MAX_NAMES = 6
/** Words in whose company a name may be that of an author. */
const AUTHOR_CUE = phrasePattern('names/author-cue')

/**
 * Returns at most `MAX_NAMES` spans that may be authors' names: Latin, bracketed, then Chinese. The caller looks them
 * up.
 */
export function findPossibleAuthors(text: string): NameSpan[] {
  if (!AUTHOR_CUE.test(text)) return []
  return [...latinNames(text), ...bracketedNames(text), ...chineseNames(text)].slice(0, MAX_NAMES)
}

/** A word of a Latin name: `Miller`, `O'Neill` or the initial `J.` */
const NAME_PART = "(?:\\p{Lu}[\\p{L}'’-]+|\\p{Lu}\\.)"

/** A Latin name of two to four parts, with particles between them: `Ann Miller`, `J. van der Berg`. */
const LATIN_NAME = new RegExp(
  `(?<![\\p{L}-])${NAME_PART}(?:\\s(?:(?:van|von|de|der|den|la|le|di|da|bin|al)\\s){0,2}${NAME_PART}){1,3}(?![\\p{L}-])`,
  'gu',
)

/** Capitalized words that begin a question and are no names. */
const NOT_A_NAME = new RegExp(`^${anyOf('names/question-openers')}$`, 'u')

/** Returns the spans of names of people in Latin letters: two capitalized words or more. */
function latinNames(text: string): NameSpan[] {
  return [...text.matchAll(LATIN_NAME)].flatMap(({ index, 0: written }) => {
    const parts = written.split(/\s/)
    const from = parts.findIndex((part) => !NOT_A_NAME.test(part))
    const name = parts.slice(Math.max(0, from)).join(' ')
    const start = index + written.length - name.length
    return name.includes(' ') ? [{ name, start, end: start + name.length }] : []
  })
}

/** Chinese names in brackets, whose span includes the brackets: 「(王国维)」. */
const bracketedNames = (text: string): NameSpan[] =>
  [...text.matchAll(/[（(](\p{Script=Han}{2,4})[)）]/gu)].map(({ index, 0: written, 1: name = '' }) => ({
    name,
    start: index,
    end: index + written.length,
  }))

/** The name of a Chinese author, recognized by the words around it. */
const CHINESE_AUTHOR = new RegExp(
  `(?:^|[\\s，、。；：]|${anyOf('names/before-author')})(\\p{Script=Han}{2,4}?)${anyOf('names/author-titles')}?(?=${anyOf('names/after-author')}|\\s?(?:19|20)\\d{2})`,
  'u',
)

/** Returns the first name that the words around it mark as that of an author. */
function chineseNames(text: string): NameSpan[] {
  const found = CHINESE_AUTHOR.exec(text)
  const name = found?.[1]
  if (!found || !name) return []
  const start = found.index + found[0].indexOf(name)
  return [{ name, start, end: start + name.length }]
}

/** A word of the English name of a venue: capitalized, or a small word such as `of`. */
const VENUE_WORD = `(?:\\p{Lu}[\\p{L}-]*|${anyOf('names/venue-words')})`

/** The name of a venue by the words around it: 「发表在《中国语文》上的」, "papers in Computational Linguistics". */
const VENUE = new RegExp(
  [
    `${anyOf('names/before-venue', { language: 'zh' })}\\s?《?([^《》，。？?的]{2,40}?)》?${anyOf('names/after-venue')}`,
    `《([^《》]{2,40})》${anyOf('names/after-title-of-venue')}`,
    `${anyOf('names/before-venue', { language: 'en' })}\\s(${VENUE_WORD}(?:\\s${VENUE_WORD}){0,9})`,
  ].join('|'),
  'u',
)

/** Returns a span that may be the name of a venue, or null. */
export function findPossibleVenue(text: string): NameSpan | null {
  const found = VENUE.exec(text)
  const name = found?.slice(1).find((each) => each !== undefined)
  if (!found || !name) return null
  const start = found.index + found[0].indexOf(name)
  return { name, start, end: start + name.length }
}
