import { isChinese } from '@scinav/search'
import { conceptNames, readQuestion, sentencesOf } from '../../answers/index.ts'
import type { Context } from '../../context/context.ts'

/** Terms that make a subject. */
const SUBJECT = { zh: 3, en: 6 }
const MOST_SENTENCES = 100
/** A line that says what a text is about; so many terms of it do. */
const NAMES_SUBJECT = /^(?:关键词|主题词|题目|标题|课题名称|项目名称|key ?words?|title)\s{0,2}[:：]/iu
const OF_LINE = 2

export const sentencesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => sentencesOf(line).map(({ start, end }) => line.slice(start, end)))

/**
 * What a text speaks of most: terms that many of its sentences say and few papers do, in the order of the text.
 *
 * @param least papers that have a term; one that a single work has leads from it to no other.
 */
export async function subjectTerms(
  ctx: Pick<Context, 'library'>,
  text: string,
  how: { most?: number; least?: number } = {},
): Promise<string[]> {
  const named = sentencesIn(text).filter((each) => NAMES_SUBJECT.test(each))
  const lines = named.map((each) => each.replace(NAMES_SUBJECT, '')).join('\n')
  const ofLine = lines === '' ? [] : await termsOf(ctx, lines, { ...how, most: OF_LINE, inOrder: true })
  return ofLine.length > 0 ? ofLine : termsOf(ctx, text, how)
}

async function termsOf(
  ctx: Pick<Context, 'library'>,
  text: string,
  {
    most = SUBJECT[isChinese(text) ? 'zh' : 'en'],
    least = 1,
    inOrder = false,
  }: { most?: number; least?: number; inOrder?: boolean },
): Promise<string[]> {
  const engine = await ctx.library.current()
  const told = new Map<string, { count: number; weight: number }>()
  for (const sentence of new Set(sentencesIn(text).slice(0, MOST_SENTENCES))) {
    const { query } = readQuestion(sentence)
    const { list } = await engine.concepts(query)
    for (const { plan, label } of conceptNames(query, list)) {
      const { weight = 0, papers = 0 } = list.find((each) => each.plan === plan) ?? {}
      const before = told.get(label)
      if (papers >= least) told.set(label, { count: (before?.count ?? 0) + 1, weight })
    }
  }
  const order = [...told.keys()]
  return [...told]
    .toSorted(([, one], [, other]) => (inOrder ? 0 : other.count * other.weight - one.count * one.weight))
    .slice(0, most)
    .map(([label]) => label)
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
}
