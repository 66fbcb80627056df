import { isChineseText } from '@scinav/search'
import { anyOf, phrasePattern } from '../../language/phrases.ts'
import { readQuestion } from '../../language/question/question.ts'
import { isAsking } from '../../language/question/question-type.ts'
import { splitSentences } from '../run/subject-terms.ts'
import { extractOwnText } from './own-text.ts'
import { findPageTitles } from './page-titles.ts'

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
/** Minimum number of sentences of a pasted passage that has no wording of an abstract. */
const MIN_PASSAGE_SENTENCES = 2
/** Maximum length of a line or sentence in the user's own words next to a pasted text, in characters. */
const MAX_OWN_CHARS = { zh: 60, en: 160 }
/** Length to which a body is cut, in characters. */
const MAX_BODY_CHARS = 2_000

const KEYWORDS_LABEL = anyOf('pasted/keyword-heads')
/** Matches the heading of an abstract at the beginning of a line: `Abstract—`, 【摘要】. */
const ABSTRACT_HEAD = new RegExp(
  `(?:^|\\n)[\\s[［【(（]{0,4}${anyOf('pasted/abstract-heads')}[\\])）］】\\s]{0,4}[:：.．—-]{0,3}(?:\\s|(?=\\p{Script=Han}))`,
  'iu',
)
/** Matches the heading of keywords at the beginning of a line; its group is the rest of the line. */
const KEYWORDS_HEAD = new RegExp(
  `(?:^|\\n)[\\s[［【(（]{0,4}${KEYWORDS_LABEL}[\\])）］】\\s]{0,4}[:：—-]{0,3}\\s{0,4}(?=\\S)([^\\n]{2,300})`,
  'iu',
)
/** Matches the part of a page that follows an abstract. */
const AFTER_ABSTRACT = new RegExp(
  `\\n\\s{0,4}(?:${KEYWORDS_LABEL}|${anyOf('pasted/after-abstract')}|[1一I][.、．\\s]{0,3}\\s?${anyOf('pasted/first-sections')})`,
  'iu',
)
/** Matches phrases with which an abstract describes its work. */
const ABSTRACT_PHRASE = phrasePattern('pasted/abstract-phrases')
/** Matches phrases that refer to a text or request something about it. */
const TEXT_REFERENCE = phrasePattern('pasted/text-references')
/** Matches what may follow the keywords on their line, such as a classification number or a DOI. */
const AFTER_KEYWORDS = new RegExp(`${anyOf('pasted/after-keywords')}.*$`, 'iu')
/** Matches a quoted line or the sender of a mail; the parts of a mail are told apart by `extractOwnText`. */
const MAIL_LINE = new RegExp(`(?:^|\\n)\\s{0,4}(?:>|${anyOf('letters/sender')}\\s?[:：])`, 'iu')
/** Matches the opening of a sentence in which users say what they want: 请, 我想. */
const WISH_PHRASE = new RegExp(`^${anyOf('pasted/wishes')}`, 'iu')
/** Matches words of a question that name no subject. */
const GENERAL_WORD = new RegExp(anyOf('pasted/general-words'), 'gu')

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

/** Returns whether a question names next to no subject of its own: 这方面有哪些进展. */
function lacksSubject(rest: string): boolean {
  const { query, language } = readQuestion(rest)
  const subject = query.replace(GENERAL_WORD, '')
  return language === 'zh'
    ? subject.replaceAll(' ', '').length < MIN_SUBJECT_LENGTH.zh
    : subject.split(' ').length < MIN_SUBJECT_LENGTH.en
}

/** A text divided into the user's own lines and the passage between them. */
interface EdgeParts {
  /** The user's own lines; '' when there are none. */
  rest: string
  /** The text between them, which may be pasted. */
  passage: string
}

/** Splits off the user's own lines above and below a text, and a question that ends its last line. */
function splitEdges(text: string): EdgeParts {
  const lines = text.split('\n').map((line) => line.trim())
  /** Indices of the lines that are not blank. */
  const nonBlank = lines.flatMap((line, at) => (line === '' ? [] : [at]))
  const nonBlankLine = (index: number) => lines[nonBlank[index] ?? 0] ?? ''
  const isOwn = createOwnLineTest(text)
  // The passage is from `from` to before `to` among the lines that are not blank, and keeps at least one of them.
  let [from, to] = [0, nonBlank.length]
  while (from < to - 1 && isOwn(nonBlankLine(from))) from += 1
  while (to > from + 1 && isOwn(nonBlankLine(to - 1))) to -= 1
  const above = nonBlank.slice(0, from).map((at) => lines[at])
  const below = nonBlank.slice(to).map((at) => lines[at])
  const between = lines.slice(nonBlank[from], (nonBlank[to - 1] ?? lines.length) + 1).join('\n')
  const { passage, question } = splitFinalQuestion(between)
  return { passage, rest: [...above, question, ...below].filter(Boolean).join('\n') }
}

/** Matches a line that continues a sentence and so belongs to the page: “has been adapted for”. */
const CONTINUATION_LINE = /^\p{Ll}[^?？]{0,200}$/u

/**
 * Returns a test for lines at the edges of a text that do not belong to it: they ask, refer to the text, or are in the
 * other language.
 */
function createOwnLineTest(text: string): (line: string) => boolean {
  const isChinese = isChineseText(text)
  return (line) => {
    const maxChars = MAX_OWN_CHARS[isChineseText(line) ? 'zh' : 'en']
    const isPartOfPage = [ABSTRACT_HEAD, KEYWORDS_HEAD, CONTINUATION_LINE].some((each) => each.test(line))
    if (line.length > maxChars || isPartOfPage) return false
    if (isAsking(line) || (!isChinese && /\p{Script=Han}/u.test(line))) return true
    return TEXT_REFERENCE.test(line) && !ABSTRACT_PHRASE.test(line) && !/[—:：]./u.test(line)
  }
}

/** Splits off the last sentence of a text when it asks, else returns '' for it: 「…是主动吸收。这方面有哪些进展？」 */
function splitFinalQuestion(text: string): { passage: string; question: string } {
  const lastLine = text.split('\n').at(-1) ?? ''
  const sentence = splitSentences(lastLine).at(-1) ?? ''
  const isShort = sentence.length <= MAX_OWN_CHARS[isChineseText(sentence) ? 'zh' : 'en']
  const isOwn = sentence.length < lastLine.length && isShort
  if (!isOwn || !isAsking(sentence) || ABSTRACT_PHRASE.test(sentence)) return { passage: text, question: '' }
  return { passage: text.slice(0, text.lastIndexOf(sentence)).trim(), question: sentence }
}

/** Returns the keywords of a text with a heading for them; empty without one. */
function extractKeywords(text: string): string[] {
  const [, line = ''] = KEYWORDS_HEAD.exec(text) ?? []
  return splitKeywords(line)
}

/** Length from which on a piece is a sentence rather than a keyword, in characters. */
const MIN_SENTENCE_CHARS = 60

/** Splits a line into keywords at the clearest separator that it has: semicolons, else commas, else spaces. */
function splitKeywords(line: string): string[] {
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
