import { readWork } from '@scinav/contract'
import { areWithinDistance } from '@scinav/search'
import { phrasePattern, words } from '../language/phrases.ts'
import { findRecordsBySeqs } from '../library/papers/index.ts'
import { titleKey } from '../library/works/index.ts'
import type { Context } from '../platform/context/context.ts'

const HAN_CHARACTER = /\p{Script=Han}/u
/** A title in a question: in 《》, or in quotation marks when it has more words than a term. */
const QUOTED_TITLE =
  /《([^《》]{2,300})》|[“"]((?:[^\s“”"]{1,60} ){3,40}[^\s“”"]{1,60}|[^“”"]{0,60}\p{Script=Han}{4}[^“”"]{0,200})[”"]/gu
/**
 * Separates an unquoted English title from a Chinese question. A title has at least `MIN_TITLE_WORDS` words, among them
 * a small word that terms lack.
 */
const UNMARKED_TITLE_SEPARATOR = /[\p{Script=Han}？?，。！；]+/u
const MIN_TITLE_WORDS = 5
const SMALL_WORD = new RegExp(
  `(?<=[ :,])(?:${words('en', 'sentences/function-words').join('|')})(?=[ :,])`,
  'iu',
)
/** Number of characters of a question in which titles are looked for. */
const MAX_QUESTION_CHARS = 1_000
/** Maximum number of titles of a question that are looked up. */
const MAX_NAMED_PAPERS = 3
/** Maximum number of search hits whose titles are compared with the one given. */
const MAX_COMPARED_HITS = 10
/** The end of an abbreviated title: 「…for Sign Language…」. */
const TITLE_ELLIPSIS = /(?:…|\.{3})$/u
/** Minimum length of what an abbreviated title shows; shorter beginnings are those of many titles. */
const MIN_ABBREVIATED_TITLE_CHARS = 12

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

/**
 * Returns the id of the paper with a title (`isTitleMatch`), else of one whose title differs by a few letters; null
 * without either.
 *
 * @param allowsPart whether a part of a title is enough when only one paper found has it in its title.
 */
export async function findPaperByTitle(
  ctx: Context,
  title: string,
  { allowsPart = false }: { allowsPart?: boolean } = {},
): Promise<string | null> {
  const engine = await ctx.library.current()
  // Letters and digits only, so that case and punctuation do not count.
  const key = titleKey(title.replace(TITLE_ELLIPSIS, ''))
  const isAbbreviated = TITLE_ELLIPSIS.test(title) && key.length >= MIN_ABBREVIATED_TITLE_CHARS
  const query = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  if (key === '' || query === '') return null
  const { hits } = await engine.search({
    query,
    size: MAX_COMPARED_HITS,
    fallback: true,
    correct: true,
  })
  const rows = await findRecordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const hasTitle =
    (fits: (rowTitle: string) => boolean) =>
    ({ record }: { record: string }) =>
      titlesOf(record).some(fits)
  const paper =
    rows.find(hasTitle((each) => isTitleMatch(each, { key, isAbbreviated }))) ??
    rows.find(hasTitle((each) => isMistyped(titleKey(each), key)))
  if (paper || !allowsPart || key.length < MIN_TITLE_PART_CHARS) return paper?.id ?? null
  const [only, ...further] = rows.filter(hasTitle((each) => titleKey(each).includes(key)))
  return further.length === 0 ? (only?.id ?? null) : null
}

/** Minimum length of a part of a title; shorter parts occur in many titles. */
const MIN_TITLE_PART_CHARS = 6

/** Returns the title of a record and its translation; the latter is empty when there is none. */
function titlesOf(record: string): string[] {
  const { title, title_zh } = readWork(record)
  return [title, title_zh ?? '']
}

/** A title may have one wrong, missing or extra letter per this many letters. */
const LETTERS_PER_TYPO = 8
/** Maximum number of such letters, however long a title is. */
const MAX_TYPOS = 4
/** Minimum length of a title that may be mistyped; shorter ones that differ in a letter are different titles. */
const MIN_MISTYPED_CHARS = 16

const digitsIn = (key: string) => key.replace(/\D/g, '')

/** Returns whether a title differs from the written one by a few letters; both are compared as title keys. */
function isMistyped(key: string, sought: string): boolean {
  const maxTypos = Math.min(MAX_TYPOS, Math.floor(sought.length / LETTERS_PER_TYPO))
  // Different digits mean a different work, such as a task of another year or another part.
  return (
    sought.length >= MIN_MISTYPED_CHARS &&
    digitsIn(key) === digitsIn(sought) &&
    areWithinDistance(key, sought, maxTypos)
  )
}

/**
 * Returns whether a title equals the written one: as a whole, without its subtitle, or as far as an abbreviated one
 * goes.
 *
 * @param sought the written title as a title key, and whether it is only the beginning of one
 */
function isTitleMatch(title: string, sought: { key: string; isAbbreviated: boolean }): boolean {
  const [mainTitle = ''] = title.split(/[:：]|——/)
  if (sought.isAbbreviated && titleKey(title).startsWith(sought.key)) return true
  return titleKey(title) === sought.key || titleKey(mainTitle) === sought.key
}
