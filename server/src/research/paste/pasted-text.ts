import { isChineseText } from '@scinav/search'
import { anyOf, phrasePattern } from '../../language/phrases.ts'
import { readQuestion } from '../../language/question/question.ts'
import { isAsking } from '../../language/question/question-type.ts'
import { splitSentences } from '../run/subject-terms.ts'
import { splitEdges } from './own-lines.ts'
import { extractOwnText } from './own-text.ts'
import { ABSTRACT_HEAD, ABSTRACT_PHRASE, AFTER_ABSTRACT, KEYWORDS_HEAD } from './page-headings.ts'
import { findPageTitles } from './page-titles.ts'
import { extractKeywords, splitKeywords } from './pasted-keywords.ts'

/** A page or an abstract pasted into a question, and the user's own words around it. */
export interface PastedText {
  /** The user's own words; '' when there are none. */
  rest: string
  /** Possible titles from the lines above the abstract, likeliest first. */
  titles: string[]
  /** Keywords from the keyword line. */
  keywords: string[]
  /** The abstract, else the whole text. */
  body: string
  /**
   * The text has a heading for its abstract or keywords, or the head of a page; the references in it are those of the
   * work.
   */
  isPage: boolean
}

/** Matches a bare list of at least three keywords separated by semicolons, as a record prints it. */
const KEYWORD_LIST = /^[^;；。？?！!\n]{2,40}(?:[;；]{1,2}[^;；。？?！!\n]{2,40}){2,20}[;；]?$/u
/** Minimum length of a pasted text, in characters; shorter texts are questions. */
const MIN_TEXT_CHARS = { zh: 80, en: 300 }
/** Matches a quoted line or the sender of a mail; the parts of a mail are told apart by `extractOwnText`. */
const MAIL_LINE = new RegExp(`(?:^|\\n)\\s{0,4}(?:>|${anyOf('letters/sender')}\\s?[:：])`, 'iu')

/**
 * Splits a pasted page or abstract from the user's own words above or below it. Returns null when the whole text is the
 * user's: a question with its background.
 *
 * The decision is made in this order:
 * 1. A list of keywords that does not ask is pasted as a whole.
 * 2. A short text, or one with lines of a mail, is the user's.
 * 3. The user's own lines at the edges are set apart; what remains is the passage.
 * 4. A passage with a heading for its abstract or keywords, or with the head of a page, is a pasted page.
 * 5. Any other passage is pasted when it is long enough and `isPastedPassage` holds; otherwise all is the user's.
 */
export function extractPastedText(question: string): PastedText | null {
  const trimmed = question.trim()
  if (KEYWORD_LIST.test(trimmed) && !isAsking(trimmed))
    return { rest: '', titles: [], keywords: splitKeywords(trimmed), body: trimmed, isPage: false }
  const minChars = MIN_TEXT_CHARS[isChineseText(question) ? 'zh' : 'en']
  if (question.length < minChars || MAIL_LINE.test(question)) return null
  const { rest, passage } = splitEdges(question)
  const titles = findPageTitles(textAboveAbstract(passage))
  const isPage = ABSTRACT_HEAD.test(passage) || KEYWORDS_HEAD.test(passage) || hasPageHead(passage, titles)
  if (!isPage && (passage.length < minChars || !isPastedPassage(passage, rest))) return null
  return { rest, titles, keywords: extractKeywords(passage), body: extractBody(passage), isPage }
}

/** Returns the part of a text above its abstract; the whole text when the abstract has no heading. */
function textAboveAbstract(text: string): string {
  const heading = ABSTRACT_HEAD.exec(text)
  return heading ? text.slice(0, heading.index) : text
}

/** Matches affiliations, mail addresses and DOIs, which occur at the head of a page. */
const PAGE_HEAD_MARK = phrasePattern('pasted/page-head')
/** Number of lines in which the head of a page is recognized; a text of no more lines is no page. */
const MAX_HEAD_LINES = 10

/** Returns whether a page without an abstract heading begins with a title and the origin of the work. */
function hasPageHead(text: string, titles: string[]): boolean {
  const lines = text.split('\n')
  return (
    titles.length > 0 &&
    lines.length > MAX_HEAD_LINES &&
    PAGE_HEAD_MARK.test(lines.slice(1, MAX_HEAD_LINES).join('\n'))
  )
}

/** Minimum number of sentences of a pasted passage that has no wording of an abstract. */
const MIN_PASSAGE_SENTENCES = 2
/** Matches the opening of a sentence in which users say what they want: 请, 我想. */
const WISH_PHRASE = new RegExp(`^${anyOf('pasted/wishes')}`, 'iu')

/**
 * Returns whether a passage is pasted rather than the background of the user's question: it describes a work as an
 * abstract does, or it has several sentences that ask and wish for nothing, and the user's own words name no subject
 * besides it.
 */
function isPastedPassage(passage: string, rest: string): boolean {
  if (ABSTRACT_PHRASE.test(passage)) return true
  const sentences = splitSentences(passage)
  if (sentences.length < MIN_PASSAGE_SENTENCES) return false
  const isRequest = /[?？]/.test(passage) || sentences.some((each) => WISH_PHRASE.test(each))
  return !isRequest && (rest === '' || lacksSubject(rest))
}

/** Minimum length of a subject that a question names itself: characters of Chinese, words of English. */
const MIN_SUBJECT_LENGTH = { zh: 4, en: 2 }
/** Matches words of a question that name no subject. */
const GENERAL_WORD = new RegExp(anyOf('pasted/general-words'), 'gu')

/** Returns whether a question names next to no subject of its own: 这方面有哪些进展. */
function lacksSubject(rest: string): boolean {
  const { query, language } = readQuestion(rest)
  const subject = query.replace(GENERAL_WORD, '')
  return language === 'zh'
    ? subject.replaceAll(' ', '').length < MIN_SUBJECT_LENGTH.zh
    : subject.split(' ').length < MIN_SUBJECT_LENGTH.en
}

/** Length to which a body is cut, in characters. */
const MAX_BODY_CHARS = 2_000

/** Returns the abstract of a text, else its beginning, with wrapped lines joined. */
const extractBody = (text: string): string =>
  extractOwnText(cutAtAbstract(text).slice(0, MAX_BODY_CHARS).trim())

/** Returns the abstract of a text with a heading for it, else the whole text. */
function cutAtAbstract(text: string): string {
  const heading = ABSTRACT_HEAD.exec(text)
  if (!heading) return text
  const abstract = text.slice(heading.index + heading[0].length)
  const end = AFTER_ABSTRACT.exec(abstract)?.index ?? abstract.length
  // An abstract without text is not cut.
  return end > 0 ? abstract.slice(0, end) : abstract
}
