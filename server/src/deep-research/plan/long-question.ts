import { isChinese } from '@scinav/search'
import { isAsking } from '../../answers/index.ts'
import type { Context } from '../../context/context.ts'
import { beginningOf, wholePairs } from '../research/bare-end.ts'
import { sentencesIn, subjectTerms } from '../research/subject-terms.ts'

/** More is no question but a text that one is asked about: a paragraph of a proposal, a call, a review. */
const LONG = { zh: 160, en: 500 }
/** Says that something is to be looked into, without a sign that asks. */
const WISH =
  /^(?:请|希望|想要?(?:知道|了解|弄清)|我(?:们)?(?:想|希望|需要)|需要(?:研究|回答|弄清|了解)|(?:本(?:研究|课题|项目|文)|我(?:们)?)?(?:拟|将)?(?:要)?(?:研究|探讨|回答|解决)的?(?:核心|关键|主要)?问题|(?:研究)?问题[：:是])|^(?:please\b|i (?:want|would like|need|wish) to\b|we (?:ask|want|would like|need to)\b|(?:the |our )?(?:main |central |research )?questions? (?:is|are|was)\b|research questions?\b)/iu
const MOST_ASKED = 4
/** What is called a report after, at most. */
const LONGEST_TITLE = 80

const isLong = (text: string) => text.length > LONG[isChinese(text) ? 'zh' : 'en']

/** The sentences of a long text that ask; those that merely wish count where none has a sign that asks. */
function askedIn(text: string): string[] {
  const sentences = sentencesIn(text)
  const asking = sentences.filter((each) => /[?？]$/.test(each))
  const wished = sentences.filter((each) => WISH.test(each))
  const told = sentences.filter((each) => isAsking(each) && each.length < LONG.zh)
  return ([asking, wished, told].find((each) => each.length > 0) ?? []).slice(-MOST_ASKED)
}

/** What a text is called: a long one by what it asks, else by how it begins. */
export function shortOf(text: string): string {
  if (!isLong(text)) return text
  const [first = ''] = [...askedIn(text), ...sentencesIn(text)]
  return beginningOf(wholePairs(first), LONGEST_TITLE)
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
  // A question that names something of what the text is about stands by itself.
  const lead = terms.some((term) => said.includes(term.toLowerCase())) ? [] : terms
  return [...lead, ...asked].join(' ') || text
}
