import { isChinese } from '@scinav/search'
import { readQuestion } from '../../language/question/question.ts'
import { isAsking } from '../../language/question/question-type.ts'
import type { Context } from '../../platform/context/context.ts'
import { ownText } from '../pasted/own-text.ts'
import { beginningOf, plainlyAsked, wholePairs } from '../research/bare-end.ts'
import { sentencesIn, subjectTerms } from '../research/subject-terms.ts'
import { beforePointer } from './parts.ts'
import { besideSubject } from './templates.ts'

/** More is no question but a text that one is asked about: a paragraph of a proposal, a call, a review. */
const LONG = { zh: 160, en: 500 }
/** Says that something is to be looked into, without a sign that asks. */
const WISH =
  /^(?:请|希望|想要?(?:知道|了解|弄清)|我(?:们)?(?:想|希望|需要)|需要(?:研究|回答|弄清|了解)|(?:本(?:研究|课题|项目|文)|我(?:们)?)?(?:拟|将)?(?:要)?(?:研究|探讨|回答|解决)的?(?:核心|关键|主要)?问题|(?:研究)?问题[：:是])|^(?:please\b|(?:i|we)(?: (?:want|would like|need|wish)|['’]d like) to\b|we ask\b|(?:the |our )?(?:main |central |research )?questions? (?:is|are|was)\b|research questions?\b)/iu
/** Asks for literature, whatever on. */
export const FOR_HELP =
  /^(?:有没有|有无|求)(?:人|谁)?(?:推荐|分享)?(?:一些|几篇)?(?:相关|这方面|类似)?的?\s?(?:文献|论文|资料|研究|综述|surveys?|papers?|reviews?)(?:吗|呢)?[？?。！!]?$|^(?:could|can|would) (?:you|anyone|someone) (?:please )?(?:check|search|look (?:at|through)|recommend|suggest|share|help)\b.{0,40}(?:literature|papers|references|articles|me|this|it|us)?[?.]?$/iu
const MOST_ASKED = 6
const LONGEST_ASKED = 1_500
/** Of a text without words or sentences so much is looked over. */
const LONGEST_LOOKED = 300
/** What is called a report after, at most. */
const LONGEST_TITLE = 80

/** More lines than one are read as a text, too: what asks is one of them. */
const isLong = (text: string) => text.includes('\n') || text.length > LONG[isChinese(text) ? 'zh' : 'en']

/** The sentences of a long text that ask; those that merely wish count where none has a sign that asks. */
function askedIn(text: string): string[] {
  const all = sentencesIn(text)
  const sentences = all.filter((each) => !FOR_HELP.test(each))
  const asking = sentences.filter((each) => /[?？]$/.test(each))
  const wished = sentences.filter((each) => WISH.test(each))
  const told = sentences.filter((each) => isAsking(each) && each.length < LONG.zh)
  return ([asking, wished, told].find((each) => each.length > 0) ?? []).slice(-MOST_ASKED)
}

/** What a text is called: a long one by what it asks, else by how it begins. */
export function shortOf(given: string): string {
  const text = ownText(given)
  if (!isLong(text)) return text
  const [first = ''] = [...askedIn(text), ...sentencesIn(text)]
  const plain = wholePairs(plainlyAsked(first))
  return beginningOf(plain.charAt(0).toUpperCase() + plain.slice(1), LONGEST_TITLE)
}

/** What is asked names so much itself: characters of Chinese, words of English. */
const OWN = { zh: 5, en: 2 }

function saysSubject(text: string): boolean {
  const { query, language } = readQuestion(text)
  const beside = besideSubject(language)
  const words = query.split(' ').filter((word) => word !== '' && !beside.has(word.toLowerCase()))
  return language === 'zh' ? words.join('').length >= OWN.zh : words.length >= OWN.en
}

/**
 * A question that fits a search: as it is where it is short; of a long text the sentences that ask, with what the text
 * is about in front where they do not say it. Without such sentences it is what the text is about, to be looked over.
 */
export async function asQuestion(ctx: Pick<Context, 'library'>, text: string): Promise<string> {
  if (!isLong(text)) return text
  const asked = askedIn(text)
  const terms = await subjectTerms(ctx, text)
  const said = asked.join(' ').toLowerCase()
  // A question that names something of what the text is about before it points to that stands by itself.
  const named = beforePointer(said)
  const isWhole = terms.some((term) => named.includes(term.toLowerCase())) || saysSubject(named)
  const lead = isWhole ? [] : terms.filter((term) => !said.includes(term.toLowerCase()))
  const whole = [...lead, ...asked].join(' ')
  return whole === '' ? text.slice(0, LONGEST_LOOKED) : whole.slice(0, LONGEST_ASKED)
}
