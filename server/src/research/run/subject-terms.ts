import { isChineseText } from '@scinav/search'
import { readQuestion } from '../../language/question/question.ts'
import { sentenceSpans } from '../../language/text/sentences.ts'
import type { Context } from '../../platform/context/context.ts'
import { conceptNames } from '../../retrieval/index.ts'

/** Default number of terms that make up a subject. */
const SUBJECT_TERMS = { zh: 3, en: 6 }
const MAX_SENTENCES = 100
/** Maximum length in which a sentence is analysed, in characters. */
const MAX_SENTENCE_CHARS = 400
/** Maximum length of a term, in characters; longer labels are pieces of sentences. */
const MAX_TERM_CHARS = 40
/** Matches a line that names the subject of a text. */
const SUBJECT_LINE = /^(?:关键词|主题词|题目|标题|课题名称|项目名称|key ?words?|title)\s{0,2}[:：]/iu
/** Maximum number of terms taken from such lines. */
const SUBJECT_LINE_TERMS = 2

/** Splits a text into the sentences of its lines. */
export const splitSentences = (text: string): string[] =>
  text.split('\n').flatMap((line) => sentenceSpans(line).map(({ start, end }) => line.slice(start, end)))

interface TermSelection {
  most?: number
  least?: number
  /** Title of the text: when it contains terms, only those are returned, weightiest first. */
  within?: string
  without?: RegExp
}

/**
 * Returns the subject terms of a text: terms that occur in many of its sentences and in few papers, in the order of the
 * text.
 *
 * @param how.least minimum number of papers with a term; a term of a single work does not lead to any other.
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

/** Counts the sentences of a text that contain each term. */
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

/** Maximum number of adjacent terms that form one phrase: monotonicity reasoning, 药品流通. */
const MAX_PHRASE_TERMS = 3
/**
 * Matches what may join two terms to a phrase: nothing, a space or hyphen, or a word that is no term itself, as in
 * Academic Paper Search.
 */
const PHRASE_JOINER =
  /^[ -]?$|^ (?!(?:of|for|in|on|and|with|to|the|an?|by|from|via|as|at|or|using|based)\b)\p{L}{2,12} $/iu

/** Returns the terms of a text that occur in a title, adjacent ones joined; the most frequent and weightiest first. */
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
