import { anyOf } from '../language/phrases.ts'

/** A coined name, with capitals or digits inside it: `WinoBias`, `KAN-CMD`, `PropBank2`. */
const COINED_NAME =
  /(?<![\p{L}\p{N}-])(?=[\p{L}\p{N}-]{3,30}(?![\p{L}\p{N}-]))(?:[\p{L}\p{N}-]*\p{Ll}[\p{Lu}\p{N}]|\p{Lu}{2})[\p{L}\p{N}-]*/gu
/** In a Chinese question any capitalized Latin word is a name: Wojood. */
const CAPITALIZED_WORD = /(?<![\p{Script=Latin}\p{N}-])\p{Lu}[\p{Script=Latin}\p{N}-]{2,30}/gu
/** Bounds the part of a question that is read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 1_000
/** Bounds the number of names taken from a question. */
const MAX_NAMES = 4

/** Source of a pattern for what introduces something new: `we propose`, `is introduced`, 提出. */
const CREATION_VERB = `\\b(?:${anyOf('creation/verb-stems', { bounds: 'any' })}|${anyOf('creation/introducing-stems', { bounds: 'any' })})\\p{L}{0,4}|${anyOf('creation/presents-work', { language: 'zh' })}|${anyOf('creation/introduces')}`
/** Words between the thing created and its name: "a new benchmark for coreference resolution, WinoBias". */
const WORDS_BEFORE_NAME =
  '(?:\\s?(?!that\\b|which\\b|when\\b|on\\b|using\\b|based\\b|for\\b|to\\b)[\\p{L}\\p{N}-]{1,20}){0,7}?[\\s“"‘(（]{0,2}'
/** A description, then a comma, colon or bracket before the name: "a benchmark of 3,160 sentences, called WinoBias". */
const APPOSITION = '[^.;。；]{2,160}?(?:[,，:：]\\s(?:called |named |dubbed |namely )?|[(（])["“‘]?'

/** How much text before a name is examined, in UTF-16 units. */
const MAX_CHARS_BEFORE = 200
const INTRODUCTION_BEFORE = new RegExp(`(?:${CREATION_VERB})(?:${WORDS_BEFORE_NAME}|${APPOSITION})$`, 'iu')
/** What may follow a name that is introduced; `MAX_CHARS_AFTER` units are examined. */
const AFTER_INTRODUCED_NAME =
  /^["”’]?\s?(?:[,.;:)(，。；：）]|$|(?:is|are|a|an|the|as|which|that|to|for|from|with|by|in|and)\b|\p{Script=Han})/iu
const MAX_CHARS_AFTER = 12
/** What follows a name that begins a text, usually a title: `BERT: `, `BERT (…)`, `BERT is`. */
const AFTER_LEADING_NAME = /^\s?(?:[(（:：]|is\b)/iu
// Next to such a character the name would be part of a longer word.
const WORD_AT_END = /[\p{L}\p{N}-]$/u
const WORD_AT_START = /^[\p{L}\p{N}-]/u
/** Titles in a question are matched as titles instead. */
const BOOK_TITLE = /《[^《》]{0,300}》/gu

/**
 * Creates a test of whether a text introduces one of the names in a question. The paper that introduces a name is
 * preferred to papers that use the named thing. Only the text around each occurrence is examined.
 */
export function createIntroductionMatcher(question: string): (text: string) => boolean {
  const beginning = question.slice(0, MAX_QUESTION_CHARS).replace(BOOK_TITLE, ' ')
  const namePattern = beginning.match(/\p{Script=Han}/u) ? CAPITALIZED_WORD : COINED_NAME
  const names = [...new Set(beginning.match(namePattern))]
    .slice(0, MAX_NAMES)
    .map((name) => name.toLowerCase())
  return (text) => {
    if (names.length === 0) return false
    const lowerCase = text.toLowerCase()
    return names.some((name) => occurrences(lowerCase, name).some((at) => isIntroduced(lowerCase, at, name)))
  }
}

/** Returns the offsets at which a name occurs in a text. */
function occurrences(text: string, name: string): number[] {
  const offsets: number[] = []
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) offsets.push(at)
  return offsets
}

/** Returns whether the text around an occurrence, in lower case, introduces the name. */
function isIntroduced(text: string, at: number, name: string): boolean {
  const before = text.slice(Math.max(0, at - MAX_CHARS_BEFORE), at)
  const behind = text.slice(at + name.length, at + name.length + MAX_CHARS_AFTER)
  if (WORD_AT_END.test(before) || WORD_AT_START.test(behind)) return false
  if (at === 0 && AFTER_LEADING_NAME.test(behind)) return true
  return AFTER_INTRODUCED_NAME.test(behind) && INTRODUCTION_BEFORE.test(before)
}
