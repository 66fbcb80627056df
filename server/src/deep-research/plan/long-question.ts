import { isChinese } from '@scinav/search'
import { isAsking, readQuestion, sentencesOf } from '../../answers/index.ts'
import type { Context } from '../../context/context.ts'

/** More is no question but a text that one is asked about: a paragraph of a proposal, a call, a review. */
const LONG = { zh: 160, en: 500 }
/** Says that something is to be looked into, without a sign that asks. */
const WISH =
  /^(?:请|希望|想要?(?:知道|了解|弄清)|我(?:们)?(?:想|希望|需要)|需要(?:研究|回答|弄清|了解)|(?:本(?:研究|课题|项目|文)|我(?:们)?)?(?:拟|将)?(?:要)?(?:研究|探讨|回答|解决)的?(?:核心|关键|主要)?问题|(?:研究)?问题[：:是])|^(?:please\b|i (?:want|would like|need|wish) to\b|we (?:ask|want|would like|need to)\b|(?:the |our )?(?:main |central |research )?questions? (?:is|are|was)\b|research questions?\b)/iu
const MOST_ASKED = 4
/** Terms that make a subject. */
const SUBJECT = 4
const MOST_WORDS = 60
/** What is called a report after, at most. */
const LONGEST_TITLE = 80

const isLong = (text: string) => text.length > LONG[isChinese(text) ? 'zh' : 'en']

const sentencesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => sentencesOf(line).map(({ start, end }) => line.slice(start, end)))

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
  return first.length > LONGEST_TITLE ? `${first.slice(0, LONGEST_TITLE)}…` : first
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
  const missing = terms.filter((term) => !said.includes(term.toLowerCase()))
  // A question that names half of what the text is about stands by itself.
  const lead = asked.length > 0 && missing.length <= terms.length / 2 ? [] : missing
  return [lead.join(' '), ...asked].filter(Boolean).join(isChinese(text) ? '：' : ': ') || text
}

/** What a text speaks of most: words that many of its sentences have and few papers do, in the order of the text. */
async function subjectTerms(ctx: Pick<Context, 'library'>, text: string): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const sentence of sentencesIn(text))
    for (const word of new Set(readQuestion(sentence).query.split(' ')))
      if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1)
  const engine = await ctx.library.current()
  const common = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, MOST_WORDS)
  const scored = []
  for (const [word, count] of common) {
    const { list } = await engine.concepts(word)
    const weight = Math.max(0, ...list.filter(({ papers }) => papers > 0).map((each) => each.weight))
    scored.push({ word, score: count * weight })
  }
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, SUBJECT)
  const order = [...counts.keys()]
  return best.map(({ word }) => word).toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
}
