import { phrasePattern, words } from '../language/phrases.ts'
import type { Context } from '../platform/context/context.ts'
import { findPaperByTitle } from './find-by-title.ts'
import { HAN_CHARACTER } from './title-match.ts'

/** A title in a question: in 《》, or in quotation marks when it has more words than a term. */
const QUOTED_TITLE =
  /《([^《》]{2,300})》|[“"]((?:[^\s“”"]{1,60} ){3,40}[^\s“”"]{1,60}|[^“”"]{0,60}\p{Script=Han}{4}[^“”"]{0,200})[”"]/gu

/**
 * Separates an unquoted English title from a Chinese question. A title has at least `MIN_TITLE_WORDS` words and a
 * `SMALL_WORD`, which terms lack.
 */
const UNMARKED_TITLE_SEPARATOR = /[\p{Script=Han}？?，。！；]+/u

/** The fewest words of an unmarked title. */
const MIN_TITLE_WORDS = 5

/** A function word within a title: `Attention is all you need`. */
const SMALL_WORD = new RegExp(
  `(?<=[ :,])(?:${words('en', 'sentences/function-words').join('|')})(?=[ :,])`,
  'iu',
)

/** Number of characters of a question in which titles are looked for. */
const MAX_QUESTION_CHARS = 1_000
/** Maximum number of titles of a question that are looked up. */
const MAX_NAMED_PAPERS = 3
/** References to a paper named before: 「这篇文献用了哪些数据？」. */
const THIS_PAPER = phrasePattern('anaphora/this-paper')

/**
 * Returns the ids of the papers whose titles a question quotes or, within Chinese, writes in English, each once. Empty
 * when the library lacks one of them, or when there are more than `MAX_NAMED_PAPERS`.
 *
 * @param previousQuestion the question before, which may name what this one calls "this paper".
 */
export async function findNamedPapers(
  ctx: Context,
  question: string,
  previousQuestion = '',
): Promise<string[]> {
  const named = await findPapersInQuestion(ctx, question)
  return named.length === 0 && THIS_PAPER.test(question.slice(0, MAX_QUESTION_CHARS))
    ? findPapersInQuestion(ctx, previousQuestion)
    : named
}

/**
 * Returns the ids of the papers that a question names by title, each once; empty unless the library has all of them, or
 * when there are more than `MAX_NAMED_PAPERS`.
 */
async function findPapersInQuestion(ctx: Context, question: string): Promise<string[]> {
  const beginning = question.slice(0, MAX_QUESTION_CHARS)
  const quotedTitles = [...beginning.matchAll(QUOTED_TITLE)].flatMap(
    ([, inBookMarks, inQuotationMarks]) => inBookMarks ?? inQuotationMarks ?? [],
  )
  const titles = quotedTitles.length > 0 ? quotedTitles : unmarkedTitles(beginning)
  if (titles.length === 0 || titles.length > MAX_NAMED_PAPERS) return []
  const ids = await Promise.all(titles.map((title) => findPaperByTitle(ctx, title.trim())))
  const found = ids.filter((id) => id !== null)
  return found.length === titles.length ? [...new Set(found)] : []
}

/**
 * Titles up to this length, in Chinese characters or English words, name a subject rather than a paper:
 * 《红楼梦》.
 */
const SHORT_TITLE_LIMITS = { han: 6, words: 3 }

/**
 * Takes the quoted titles of papers out of a question: returns the ids of those papers, each once, and the rest of the
 * question. Unlike `findNamedPapers` it leaves titles that the library lacks in the question, and short ones, which may
 * be its subject.
 */
export async function extractTitledPapers(
  ctx: Context,
  question: string,
): Promise<{ ids: string[]; rest: string }> {
  const beginning = question.slice(0, MAX_QUESTION_CHARS)
  const ids: string[] = []
  let rest = question
  const quotations = [...beginning.matchAll(QUOTED_TITLE)].slice(0, MAX_NAMED_PAPERS)
  for (const { 0: whole, 1: inBookMarks, 2: inQuotationMarks } of quotations) {
    const title = (inBookMarks ?? inQuotationMarks ?? '').trim()
    const id = isShortTitle(title) ? null : await findPaperByTitle(ctx, title)
    if (id === null) continue
    ids.push(id)
    rest = rest.replace(whole, ' ')
  }
  return { ids: [...new Set(ids)], rest: rest.trim() }
}

const isShortTitle = (title: string): boolean =>
  HAN_CHARACTER.test(title)
    ? title.length <= SHORT_TITLE_LIMITS.han
    : title.split(/\s+/).length <= SHORT_TITLE_LIMITS.words

/** Returns the English titles that a Chinese question writes without quotation marks. */
function unmarkedTitles(question: string): string[] {
  if (!HAN_CHARACTER.test(question)) return []
  return question
    .split(UNMARKED_TITLE_SEPARATOR)
    .map((piece) => piece.trim())
    .filter((piece) => piece.split(' ').length >= MIN_TITLE_WORDS && SMALL_WORD.test(piece))
}
