import { isChineseText } from '@scinav/search'
import { readQuestion } from '../../language/question/question.ts'
import { sentenceSpans } from '../../language/text/sentences.ts'
import type { Context } from '../../platform/context/context.ts'
import { conceptNames } from '../../retrieval/index.ts'

/** Terms that make a subject. */
const SUBJECT_TERMS = { zh: 3, en: 6 }
const MAX_SENTENCES = 100
/** What goes on without an end is read so far. */
const MAX_SENTENCE_CHARS = 400
/** Longer ones are pieces of sentences. */
const MAX_TERM_CHARS = 40
/** A line that says what a text is about; so many terms of it do. */
const SUBJECT_LINE = /^(?:关键词|主题词|题目|标题|课题名称|项目名称|key ?words?|title)\s{0,2}[:：]/iu
const SUBJECT_LINE_TERMS = 2

export const splitSentences = (text: string): string[] =>
  text.split('\n').flatMap((line) => sentenceSpans(line).map(({ start, end }) => line.slice(start, end)))

interface TermSelection {
  most?: number
  least?: number
  /** What the text is called: its terms are those, the weightiest first, where there are any. */
  within?: string
  without?: RegExp
}

/**
 * What a text speaks of most: terms that many of its sentences say and few papers do, in the order of the text.
 *
 * @param least papers that have a term; one that a single work has leads from it to no other.
 */
export async function extractSubjectTerms(
  ctx: Pick<Context, 'library'>,
  text: string,
  how: TermSelection = {},
): Promise<string[]> {
  const named = splitSentences(text).filter((each) => SUBJECT_LINE.test(each))
  const lines = named.map((each) => each.replace(SUBJECT_LINE, '')).join('\n')
  const ofLine =
    lines === '' ? [] : await rankTerms(ctx, lines, { ...how, most: SUBJECT_LINE_TERMS, inOrder: true })
  return ofLine.length > 0 ? ofLine : rankTerms(ctx, text, how)
}

async function rankTerms(
  ctx: Pick<Context, 'library'>,
  text: string,
  {
    most = SUBJECT_TERMS[isChineseText(text) ? 'zh' : 'en'],
    least = 1,
    inOrder = false,
    within = '',
    without,
  }: TermSelection & { inOrder?: boolean },
): Promise<string[]> {
  const told = await countTerms(ctx, text, (label, papers) => papers >= least && !without?.test(label))
  const phrases = within === '' ? [] : titlePhrases(within, told)
  if (phrases.length > 0) return phrases.slice(0, most)
  const order = [...told.keys()]
  return [...told]
    .toSorted(([, one], [, other]) => (inOrder ? 0 : other.count * other.weight - one.count * one.weight))
    .slice(0, most)
    .map(([label]) => label)
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
}

type TermCounts = ReadonlyMap<string, { count: number; weight: number }>

/** The terms that the sentences of a text say, with how many say each. */
async function countTerms(
  ctx: Pick<Context, 'library'>,
  text: string,
  counts: (label: string, papers: number) => boolean,
): Promise<TermCounts> {
  const engine = await ctx.library.current()
  const told = new Map<string, { count: number; weight: number }>()
  for (const sentence of new Set(splitSentences(text).slice(0, MAX_SENTENCES))) {
    const { query } = readQuestion(sentence.slice(0, MAX_SENTENCE_CHARS))
    const { list } = await engine.concepts(query)
    for (const { plan, label } of conceptNames(query, list)) {
      const { weight = 0, papers = 0 } = list.find((each) => each.plan === plan) ?? {}
      const before = told.get(label)
      const isTerm = label.length <= MAX_TERM_CHARS && !/\p{Script=Han} /u.test(label)
      if (isTerm && counts(label, papers)) told.set(label, { count: (before?.count ?? 0) + 1, weight })
    }
  }
  return told
}

/** So many terms that stand beside each other are one: monotonicity reasoning, 药品流通. */
const MAX_PHRASE_TERMS = 3
/** Nothing, or a word that asks for nothing by itself: Academic Paper Search. */
const PHRASE_JOINER =
  /^[ -]?$|^ (?!(?:of|for|in|on|and|with|to|the|an?|by|from|via|as|at|or|using|based)\b)\p{L}{2,12} $/iu

/** Terms of a text that a title says, those beside each other together; what the text speaks of most comes first. */
function titlePhrases(title: string, told: TermCounts): string[] {
  const small = title.toLowerCase()
  const places = [...told].flatMap(([label, { count, weight }]) => {
    const at = small.indexOf(label.toLowerCase())
    return at < 0 ? [] : [{ from: at, to: at + label.length, worth: count * weight }]
  })
  const phrases: { from: number; to: number; worth: number; terms: number }[] = []
  for (const each of places.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = phrases.at(-1)
    if (last && each.from < last.to) continue
    const isNext =
      last && last.terms < MAX_PHRASE_TERMS && PHRASE_JOINER.test(title.slice(last.to, each.from))
    if (isNext)
      Object.assign(last, { to: each.to, worth: Math.max(last.worth, each.worth), terms: last.terms + 1 })
    else phrases.push({ ...each, terms: 1 })
  }
  const ranked = phrases.toSorted((one, other) => other.worth - one.worth)
  return [...new Set(ranked.map(({ from, to }) => title.slice(from, to)))]
}
