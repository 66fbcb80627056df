import { isChineseText } from '@scinav/search'
import { readQuestion } from '../../language/question/question.ts'
import { isAsking } from '../../language/question/question-type.ts'
import type { Context } from '../../platform/context/context.ts'
import { extractOwnText } from '../pasted/own-text.ts'
import { extractSubjectTerms, splitSentences } from '../research/subject-terms.ts'
import { dropUnpairedBrackets, stripPleasantries, truncateText } from '../research/trim-text.ts'
import { textBeforeReference } from './parts.ts'
import { nonSubjectWords } from './templates.ts'

/** More is no question but a text that one is asked about: a paragraph of a proposal, a call, a review. */
const MAX_QUESTION_CHARS = { zh: 160, en: 500 }
/** Says that something is to be looked into, without a sign that asks. */
const WISH_PHRASE =
  /^(?:请|希望|想要?(?:知道|了解|弄清)|我(?:们)?(?:想|希望|需要)|需要(?:研究|回答|弄清|了解)|(?:本(?:研究|课题|项目|文)|我(?:们)?)?(?:拟|将)?(?:要)?(?:研究|探讨|回答|解决)的?(?:核心|关键|主要)?问题|(?:研究)?问题[：:是])|^(?:please\b|(?:i|we)(?: (?:want|would like|need|wish)|['’]d like) to\b|we ask\b|(?:the |our )?(?:main |central |research )?questions? (?:is|are|was)\b|research questions?\b)/iu
/** Asks for literature, whatever on. */
export const LITERATURE_REQUEST =
  /^(?:有没有|有无|求)(?:人|谁)?(?:推荐|分享)?(?:一些|几篇)?(?:相关|这方面|类似)?的?\s?(?:文献|论文|资料|研究|综述|surveys?|papers?|reviews?)(?:吗|呢)?[？?。！!]?$|^(?:could|can|would) (?:you|anyone|someone) (?:please )?(?:check|search|look (?:at|through)|recommend|suggest|share|help)\b.{0,40}(?:literature|papers|references|articles|me|this|it|us)?[?.]?$/iu
const MAX_QUESTIONS = 6
const MAX_ASKED_CHARS = 1_500
/** Of a text without words or sentences so much is looked over. */
const MAX_FALLBACK_CHARS = 300
/** What is called a report after, at most. */
const MAX_TITLE_CHARS = 80

/** More lines than one are read as a text, too: what asks is one of them. */
const isLong = (text: string) =>
  text.includes('\n') || text.length > MAX_QUESTION_CHARS[isChineseText(text) ? 'zh' : 'en']

/** The sentences of a long text that ask; those that merely wish count where none has a sign that asks. */
function askingSentences(text: string): string[] {
  const all = splitSentences(text)
  const sentences = all.filter((each) => !LITERATURE_REQUEST.test(each))
  const asking = sentences.filter((each) => /[?？]$/.test(each))
  const wished = sentences.filter((each) => WISH_PHRASE.test(each))
  const told = sentences.filter((each) => isAsking(each) && each.length < MAX_QUESTION_CHARS.zh)
  return ([asking, wished, told].find((each) => each.length > 0) ?? []).slice(-MAX_QUESTIONS)
}

/** What a text is called: a long one by what it asks, else by how it begins. */
export function shortenQuestion(given: string): string {
  const text = extractOwnText(given)
  if (!isLong(text)) return text
  const [first = ''] = [...askingSentences(text), ...splitSentences(text)]
  const plain = dropUnpairedBrackets(stripPleasantries(first))
  return truncateText(plain.charAt(0).toUpperCase() + plain.slice(1), MAX_TITLE_CHARS)
}

/** What is asked names so much itself: characters of Chinese, words of English. */
const MIN_SUBJECT_LENGTH = { zh: 5, en: 2 }

function namesSubject(text: string): boolean {
  const { query, language } = readQuestion(text)
  const beside = nonSubjectWords(language)
  const words = query.split(' ').filter((word) => word !== '' && !beside.has(word.toLowerCase()))
  return language === 'zh'
    ? words.join('').length >= MIN_SUBJECT_LENGTH.zh
    : words.length >= MIN_SUBJECT_LENGTH.en
}

/**
 * A question that fits a search: as it is where it is short; of a long text the sentences that ask, with what the text
 * is about in front where they do not say it. Without such sentences it is what the text is about, to be looked over.
 */
export async function condenseQuestion(ctx: Pick<Context, 'library'>, text: string): Promise<string> {
  if (!isLong(text)) return text
  const asked = askingSentences(text)
  const terms = await extractSubjectTerms(ctx, text)
  const said = asked.join(' ').toLowerCase()
  // A question that names something of what the text is about before it points to that stands by itself.
  const named = textBeforeReference(said)
  const isWhole = terms.some((term) => named.includes(term.toLowerCase())) || namesSubject(named)
  const lead = isWhole ? [] : terms.filter((term) => !said.includes(term.toLowerCase()))
  const whole = [...lead, ...asked].join(' ')
  return whole === '' ? text.slice(0, MAX_FALLBACK_CHARS) : whole.slice(0, MAX_ASKED_CHARS)
}
