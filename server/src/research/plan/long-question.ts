import { isChineseText } from '@scinav/search'
import { phrasePattern } from '../../language/phrases.ts'
import { readQuestion } from '../../language/question/question.ts'
import { isAsking } from '../../language/question/question-type.ts'
import type { Context } from '../../platform/context/context.ts'
import { extractOwnText } from '../paste/own-text.ts'
import { dropUnpairedBrackets, stripPleasantries, truncateText } from '../run/edit-text.ts'
import { extractSubjectTerms, splitSentences } from '../run/subject-terms.ts'
import { textBeforeReference } from './parts.ts'
import { nonSubjectWords } from './templates.ts'

/**
 * Length above which a text is not a question but a text with questions in it, in characters: a paragraph of a
 * proposal, a call, a review.
 */
const MAX_QUESTION_CHARS = { zh: 160, en: 500 }
/** Matches a sentence that requests an investigation without a question mark. */
const WISH_PHRASE = phrasePattern('research-questions/wishes')
/** Matches a general request for literature that names no subject. */
export const LITERATURE_REQUEST = phrasePattern('research-questions/literature-request')
/** Maximum number of asking sentences of a long text. */
const MAX_QUESTIONS = 6
/** Maximum length of a condensed question, in characters. */
const MAX_CONDENSED_CHARS = 1_500
/** Length of the text that is searched when neither terms nor asking sentences are found, in characters. */
const MAX_FALLBACK_CHARS = 300
/** Maximum length of a report's title, in characters. */
const MAX_TITLE_CHARS = 80

/** Returns whether a text is long or has several lines, of which only some ask. */
const isLong = (text: string) =>
  text.includes('\n') || text.length > MAX_QUESTION_CHARS[isChineseText(text) ? 'zh' : 'en']

/**
 * Returns the last sentences of a long text that ask, at most `MAX_QUESTIONS`: those with a question mark,
 * else those that express a wish, else those that ask by their words.
 */
function askingSentences(text: string): string[] {
  const sentences = splitSentences(text).filter((each) => !LITERATURE_REQUEST.test(each))
  const marked = sentences.filter((each) => /[?？]$/.test(each))
  const wished = sentences.filter((each) => WISH_PHRASE.test(each))
  const asksByWords = sentences.filter((each) => isAsking(each) && each.length < MAX_QUESTION_CHARS.zh)
  return ([marked, wished, asksByWords].find((each) => each.length > 0) ?? []).slice(-MAX_QUESTIONS)
}

/** Returns a short title for a question: of a long text its first question, else its first sentence. */
export function shortenQuestion(question: string): string {
  const text = extractOwnText(question)
  if (!isLong(text)) return text
  const [first = ''] = [...askingSentences(text), ...splitSentences(text)]
  const title = dropUnpairedBrackets(stripPleasantries(first))
  return truncateText(title.charAt(0).toUpperCase() + title.slice(1), MAX_TITLE_CHARS)
}

/** Minimum length of a subject that a question names itself: characters of Chinese, words of English. */
const MIN_SUBJECT_LENGTH = { zh: 5, en: 2 }

/** Returns whether a question has enough content words of its own to be understood without its text. */
function namesSubject(text: string): boolean {
  const { query, language } = readQuestion(text)
  const ignored = nonSubjectWords(language)
  const words = query.split(' ').filter((word) => word !== '' && !ignored.has(word.toLowerCase()))
  return language === 'zh'
    ? words.join('').length >= MIN_SUBJECT_LENGTH.zh
    : words.length >= MIN_SUBJECT_LENGTH.en
}

/**
 * Condenses a question to the length of a search. A short question is returned unchanged; of a long text the asking
 * sentences are returned, preceded by the subject terms of the text when they lack them. Without asking sentences the
 * subject terms are returned.
 */
export async function condenseQuestion(ctx: Pick<Context, 'library'>, text: string): Promise<string> {
  if (!isLong(text)) return text
  const sentences = askingSentences(text)
  const terms = await extractSubjectTerms(ctx, text)
  const questions = sentences.join(' ').toLowerCase()
  // A question that names a subject term before it refers back to the text is understandable alone.
  const beginning = textBeforeReference(questions)
  const isWhole = terms.some((term) => beginning.includes(term.toLowerCase())) || namesSubject(beginning)
  const missingTerms = isWhole ? [] : terms.filter((term) => !questions.includes(term.toLowerCase()))
  const condensed = [...missingTerms, ...sentences].join(' ')
  return condensed === '' ? text.slice(0, MAX_FALLBACK_CHARS) : condensed.slice(0, MAX_CONDENSED_CHARS)
}
