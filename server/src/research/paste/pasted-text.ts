import { isChineseText } from '@scinav/search'
import { anyOf, phrasePattern } from '../../language/phrases.ts'
import { readQuestion } from '../../language/question/question.ts'
import { isAsking } from '../../language/question/question-type.ts'
import { splitSentences } from '../run/subject-terms.ts'
import { extractOwnText } from './own-text.ts'

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

/** Matches a bare list of keywords, as a record prints it. */
const KEYWORD_LIST = /^[^;；。？?！!\n]{2,40}(?:[;；]{1,2}[^;；。？?！!\n]{2,40}){2,20}[;；]?$/u
/** Minimum length of a pasted text, in characters; shorter texts are questions. */
const MIN_TEXT_CHARS = { zh: 80, en: 300 }
/** Maximum length of a line or sentence in the user's own words next to a pasted text, in characters. */
const MAX_OWN_CHARS = { zh: 60, en: 160 }
/** Length to which a body is cut, in characters. */
const MAX_BODY_CHARS = 2_000

const KEYWORDS_LABEL = anyOf('pasted/keyword-heads')
const ABSTRACT_HEAD = new RegExp(
  `(?:^|\\n)[\\s[［【(（]{0,4}${anyOf('pasted/abstract-heads')}[\\])）］】\\s]{0,4}[:：.．—-]{0,3}(?:\\s|(?=\\p{Script=Han}))`,
  'iu',
)
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
const AFTER_KEYWORDS = new RegExp(`${anyOf('pasted/after-keywords')}.*$`, 'iu')
const MAIL_MARK = new RegExp(`(?:^|\\n)\\s{0,4}(?:>|${anyOf('letters/sender')}\\s?[:：])`, 'iu')
const WISH_PHRASE = new RegExp(`^${anyOf('pasted/wishes')}`, 'iu')
/** Matches words of a question that name no subject. */
const GENERAL_WORD = new RegExp(anyOf('pasted/general-words'), 'gu')

/**
 * Splits a pasted page or abstract from the user's own words above or below it. Returns null when the whole text is the
 * user's: a question with its background.
 */
export function extractPastedText(given: string): PastedText | null {
  const listed = given.trim()
  if (KEYWORD_LIST.test(listed) && !isAsking(listed))
    return { rest: '', titles: [], keywords: splitKeywords(listed), body: listed, isPage: false }
  const lang = isChineseText(given) ? 'zh' : 'en'
  if (given.length < MIN_TEXT_CHARS[lang] || MAIL_MARK.test(given)) return null
  const { rest, prose } = splitEdges(given)
  const hasHead =
    ABSTRACT_HEAD.test(prose) ||
    KEYWORDS_HEAD.test(prose) ||
    hasPageHead(prose, findTitleLines(prose, ABSTRACT_HEAD))
  if (!hasHead && (prose.length < MIN_TEXT_CHARS[lang] || !isProse(prose, rest))) return null
  const titles = findTitleLines(prose, ABSTRACT_HEAD)
  return { rest, titles, keywords: extractKeywords(prose), body: extractBody(prose), isPage: hasHead }
}

/** Matches affiliations, mail addresses and DOIs, which occur at the head of a page. */
const PAGE_HEAD_MARK = phrasePattern('pasted/page-head')
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
 * Returns whether a text describes a work, or neither it nor the user's own words ask for a subject other than the
 * text.
 */
function isProse(prose: string, rest: string): boolean {
  if (ABSTRACT_PHRASE.test(prose)) return true
  const sentences = splitSentences(prose)
  if (sentences.length < 2) return false
  return (
    !/[?？]/.test(prose) &&
    !sentences.some((each) => WISH_PHRASE.test(each)) &&
    (rest === '' || lacksSubject(rest))
  )
}

/** Returns whether a question names next to no subject of its own: 这方面有哪些进展. */
function lacksSubject(rest: string): boolean {
  const { query, language } = readQuestion(rest)
  const subject = query.replace(GENERAL_WORD, '')
  return language === 'zh'
    ? subject.replaceAll(' ', '').length < MIN_SUBJECT_LENGTH.zh
    : subject.split(' ').length < MIN_SUBJECT_LENGTH.en
}

/** Minimum length of a subject that a question names itself: characters of Chinese, words of English. */
const MIN_SUBJECT_LENGTH = { zh: 4, en: 2 }

interface EdgeParts {
  /** The user's own lines; '' when there are none. */
  rest: string
  prose: string
}

/** Splits off the user's own lines above and below a text, and a question that ends its last line. */
function splitEdges(text: string): EdgeParts {
  const lines = text.split('\n').map((line) => line.trim())
  // Indices of the lines that are not blank.
  const full = lines.flatMap((line, at) => (line === '' ? [] : [at]))
  const isOwn = createOwnLineTest(text)
  let [from, to] = [0, full.length]
  const line = (at: number) => lines[full[at] ?? 0] ?? ''
  while (from < to - 1 && isOwn(line(from))) from += 1
  while (to > from + 1 && isOwn(line(to - 1))) to -= 1
  const above = full.slice(0, from).map((at) => lines[at])
  const below = full.slice(to).map((at) => lines[at])
  const middle = lines.slice(full[from], (full[to - 1] ?? lines.length) + 1).join('\n')
  const { prose, question } = splitFinalQuestion(middle)
  return { prose, rest: [...above, question, ...below].filter(Boolean).join('\n') }
}

/** Matches a line that continues a sentence and so belongs to the page: “has been adapted for”. */
const CONTINUATION_LINE = /^\p{Ll}[^?？]{0,200}$/u

/**
 * Returns a test for lines at the edges of a text that do not belong to it: they ask, refer to the text, or are in the
 * other language.
 */
function createOwnLineTest(text: string): (line: string) => boolean {
  const chinese = isChineseText(text)
  return (line) => {
    const maxChars = MAX_OWN_CHARS[isChineseText(line) ? 'zh' : 'en']
    if (
      line.length > maxChars ||
      [ABSTRACT_HEAD, KEYWORDS_HEAD, CONTINUATION_LINE].some((each) => each.test(line))
    )
      return false
    if (isAsking(line) || (!chinese && /\p{Script=Han}/u.test(line))) return true
    return TEXT_REFERENCE.test(line) && !ABSTRACT_PHRASE.test(line) && !/[—:：]./u.test(line)
  }
}

/** Splits off the last sentence of a text when it asks, else returns '' for it: 「…是主动吸收。这方面有哪些进展？」 */
function splitFinalQuestion(text: string): { prose: string; question: string } {
  const lastLine = text.split('\n').at(-1) ?? ''
  const sentence = splitSentences(lastLine).at(-1) ?? ''
  const isShort = sentence.length <= MAX_OWN_CHARS[isChineseText(sentence) ? 'zh' : 'en']
  const isOwn = sentence.length < lastLine.length && isShort
  if (!isOwn || !isAsking(sentence) || ABSTRACT_PHRASE.test(sentence)) return { prose: text, question: '' }
  return { prose: text.slice(0, text.lastIndexOf(sentence)).trim(), question: sentence }
}

function extractKeywords(text: string): string[] {
  const [, line = ''] = KEYWORDS_HEAD.exec(text) ?? []
  return splitKeywords(line)
}

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
    .filter((word) => word.length > 1 && word.length < 60)
}

/** Returns the abstract of a text, else its beginning. */
function extractBody(text: string): string {
  const head = ABSTRACT_HEAD.exec(text)
  const body = head ? text.slice(head.index + head[0].length) : text
  const end = AFTER_ABSTRACT.exec(body)?.index ?? body.length
  return extractOwnText(body.slice(0, Math.min(head && end > 0 ? end : body.length, MAX_BODY_CHARS)).trim())
}

/** Maximum number of lines above a title: a journal, a date. */
const MAX_LINES_ABOVE_TITLE = 5
/** Maximum number of lines of a title on a page. */
const MAX_TITLE_LINES = 3
const MAX_TITLE_CHARS = 300
/** Matches the end of a line after which a title continues on the next line. */
const TITLE_CONTINUES = /(?:[-–—:：,，]|\b(?:of|for|and|or|in|on|with|to|the|an?|by|from|via|as|using))$/iu
/** Matches an end that no complete title has. */
const INCOMPLETE_TITLE_END = new RegExp(`${TITLE_CONTINUES.source}|[.。;；]$`, 'iu')
/** Matches authors, affiliations, contact details and other parts of a page's head. */
const NON_TITLE_MARK = phrasePattern('pasted/no-title')
/** Matches a line of two or more names. */
const AUTHOR_NAMES =
  /^(?:\p{Lu}[\p{L}.'’-]{0,20}\s){1,3}\p{Lu}[\p{L}'’-]{1,20}\s?\d{0,2}(?:,\d){0,4},\s(?:and\s)?\p{Lu}/u

/**
 * Returns possible titles of a page, longest first: its first lines above the abstract that are neither names nor
 * affiliations.
 */
function findTitleLines(text: string, abstract: RegExp): string[] {
  const head = abstract.exec(text)
  const above = head ? text.slice(0, head.index) : text
  const lines = above.split('\n').map((line) => line.trim())
  const first = lines.findIndex((line) => line.length > 3 && !isNotTitle(line))
  const [begin = ''] = lines.slice(first, first + 1)
  if (
    first < 0 ||
    first > MAX_LINES_ABOVE_TITLE ||
    begin.length > MAX_TITLE_CHARS ||
    /[。.!！?？;；]$/u.test(begin)
  )
    return []
  const titles: string[] = []
  let title = ''
  for (const line of lines.slice(first, first + MAX_TITLE_LINES)) {
    if (line === '' || isNotTitle(line)) break
    title = /\p{Ll}-$/u.test(title) ? title.slice(0, -1) + line : `${title} ${line}`.trim()
    titles.push(title)
    if (!TITLE_CONTINUES.test(title) && /[。.!！?？]$/u.test(line)) break
  }
  return titles
    .filter((each) => each.length <= MAX_TITLE_CHARS && !INCOMPLETE_TITLE_END.test(each))
    .toReversed()
}

/** Matches lines with enough words for a title; remains of a page's head such as `56 x` have none. */
const HAS_WORDS = /\p{Script=Han}{4}|\p{L}{3}.{0,40}\s\p{L}{3}/u
/** Matches a single name with the number of its affiliation. */
const AUTHOR_NAME = /^(?:\p{Lu}[\p{L}.'’-]{0,20}\s){1,3}\p{Lu}[\p{L}'’-]{1,20}\s?\d{1,2}$/u
const isNotTitle = (line: string): boolean =>
  NON_TITLE_MARK.test(line) || AUTHOR_NAMES.test(line) || AUTHOR_NAME.test(line) || !HAS_WORDS.test(line)
