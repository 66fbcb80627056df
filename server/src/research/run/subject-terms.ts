import { isChineseText } from '@scinav/search'
import { anyOf } from '../../language/phrases.ts'
import { readQuestion } from '../../language/question/question.ts'
import { sentenceSpans } from '../../language/text/sentences.ts'
import type { Context } from '../../platform/context/context.ts'
import { labelConcepts } from '../../retrieval/index.ts'
import { titlePhrases } from './title-phrases.ts'

/** Default number of terms that make up a subject. */
const SUBJECT_TERMS = { zh: 3, en: 6 }
/** Maximum number of sentences of a text that are analyzed. */
const MAX_SENTENCES = 100
/** Maximum length in which a sentence is analyzed, in characters. */
const MAX_SENTENCE_CHARS = 400
/** Maximum length of a term, in characters; longer labels are pieces of sentences. */
const MAX_TERM_CHARS = 40
/** Matches a line that names the subject of a text. */
const SUBJECT_LINE = new RegExp(`^${anyOf('pasted/subject-line')}\\s{0,2}[:：]`, 'iu')
/** Maximum number of terms taken from such lines. */
const SUBJECT_LINE_TERMS = 2

/** Splits a text into the sentences of its lines. */
export const splitSentences = (text: string): string[] =>
  text.split('\n').flatMap((line) => sentenceSpans(line).map(({ start, end }) => line.slice(start, end)))

/** Which terms of a text are returned. */
interface TermSelection {
  /** Maximum number of terms; three of a Chinese text, six of an English one by default. */
  maxTerms?: number
  /** Minimum number of papers with a term; a term of a single work does not lead to any other. */
  minPapers?: number
  /** Title of the text: when it contains terms, only those are returned, weightiest first. */
  title?: string
  /** Matches terms that are left out. */
  excluded?: RegExp
}

/**
 * Returns the subject terms of a text: terms that occur in many of its sentences and in few papers, in the order of the
 * text. When lines name the subject (`关键词：`), the first two terms of these lines are returned instead.
 */
export async function extractSubjectTerms(
  ctx: Pick<Context, 'library'>,
  text: string,
  selection: TermSelection = {},
): Promise<string[]> {
  const lines = splitSentences(text)
    .filter((sentence) => SUBJECT_LINE.test(sentence))
    .map((line) => line.replace(SUBJECT_LINE, ''))
    .join('\n')
  if (lines !== '') {
    const terms = await rankTerms(ctx, lines, { ...selection, maxTerms: SUBJECT_LINE_TERMS, inOrder: true })
    if (terms.length > 0) return terms
  }
  return rankTerms(ctx, text, selection)
}

/**
 * Returns the terms of a text with the largest product of frequency and weight, in the order of the text; `inOrder` takes
 * the first terms instead.
 */
async function rankTerms(
  ctx: Pick<Context, 'library'>,
  text: string,
  {
    maxTerms = SUBJECT_TERMS[isChineseText(text) ? 'zh' : 'en'],
    minPapers = 1,
    inOrder = false,
    title = '',
    excluded,
  }: TermSelection & { inOrder?: boolean },
): Promise<string[]> {
  const counts = await countTerms(ctx, text, (label, papers) => papers >= minPapers && !excluded?.test(label))
  const phrases = title === '' ? [] : titlePhrases(title, counts)
  if (phrases.length > 0) return phrases.slice(0, maxTerms)
  const order = [...counts.keys()]
  const worth = ({ count, weight }: TermCount) => count * weight
  return [...counts]
    .toSorted(([, one], [, other]) => (inOrder ? 0 : worth(other) - worth(one)))
    .slice(0, maxTerms)
    .map(([label]) => label)
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
}

interface TermCount {
  /** Number of sentences that contain the term. */
  count: number
  /** Weight of the term in a search; larger for terms of fewer papers. */
  weight: number
}

type TermCounts = ReadonlyMap<string, TermCount>

/** Counts the sentences of a text that contain each accepted term, by the term's label. */
async function countTerms(
  ctx: Pick<Context, 'library'>,
  text: string,
  accepts: (label: string, papers: number) => boolean,
): Promise<TermCounts> {
  const engine = await ctx.library.current()
  const counts = new Map<string, TermCount>()
  for (const sentence of new Set(splitSentences(text).slice(0, MAX_SENTENCES))) {
    const { query } = readQuestion(sentence.slice(0, MAX_SENTENCE_CHARS))
    const { list } = await engine.concepts(query)
    for (const { plan, label } of labelConcepts(query, list)) {
      const { weight = 0, papers = 0 } = list.find((each) => each.plan === plan) ?? {}
      // A label with a space after Chinese is made of pieces of a sentence.
      const isTerm = label.length <= MAX_TERM_CHARS && !/\p{Script=Han} /u.test(label)
      if (isTerm && accepts(label, papers))
        counts.set(label, { count: (counts.get(label)?.count ?? 0) + 1, weight })
    }
  }
  return counts
}
