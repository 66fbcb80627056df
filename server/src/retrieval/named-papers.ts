import { readWork } from '@scinav/contract'
import { areWithinDistance } from '@scinav/search'
import { anyOf, phrasePattern } from '../language/phrases.ts'
import { findRecordsBySeqs } from '../library/papers/index.ts'
import { titleKey } from '../library/works/index.ts'
import type { Context } from '../platform/context/context.ts'

/** A title in a question: in 《》, or in quotation marks when it has more words than a term. */
const QUOTED_TITLE =
  /《([^《》]{2,300})》|[“"]((?:[^\s“”"]{1,60} ){3,40}[^\s“”"]{1,60}|[^“”"]{0,60}\p{Script=Han}{4}[^“”"]{0,200})[”"]/gu
/**
 * Separates an unquoted English title from a Chinese question. A title has at least `MIN_TITLE_WORDS` words, among them
 * a small word that terms lack.
 */
const UNMARKED_TITLE_SEPARATOR = /[\p{Script=Han}？?，。！；]+/u
const MIN_TITLE_WORDS = 5
const SMALL_WORD = new RegExp(`(?<=[ :,])${anyOf('papers/small-words')}(?=[ :,])`, 'iu')
const MAX_QUESTION_CHARS = 1_000
const MAX_NAMED_PAPERS = 3
/** The most search hits whose titles are compared. */
const MAX_COMPARED_HITS = 10
/** The end of an abbreviated title: 「…for Sign Language…」. */
const TITLE_ELLIPSIS = /(?:…|\.{3})$/u
/** The least length of the remaining title that still identifies a paper. */
const MIN_CUT_TITLE_CHARS = 12

/** References to a paper named before: 「这篇文献用了哪些数据？」. */
const THIS_PAPER = phrasePattern('anaphora/this-paper')

/**
 * Returns the ids of the papers whose titles a question names, each once; empty when the library lacks one of them.
 *
 * @param before the previous question, which may name what this one calls "this paper".
 */
export async function findNamedPapers(ctx: Context, question: string, before = ''): Promise<string[]> {
  const named = await findPapersInQuestion(ctx, question)
  return named.length === 0 && THIS_PAPER.test(question.slice(0, MAX_QUESTION_CHARS))
    ? findPapersInQuestion(ctx, before)
    : named
}

async function findPapersInQuestion(ctx: Context, question: string): Promise<string[]> {
  const beginning = question.slice(0, MAX_QUESTION_CHARS)
  const marked = [...beginning.matchAll(QUOTED_TITLE)].flatMap(([, book, quoted]) => book ?? quoted ?? [])
  const titles = marked.length > 0 ? marked : unmarkedTitles(beginning)
  if (titles.length === 0 || titles.length > MAX_NAMED_PAPERS) return []
  const ids = await Promise.all(titles.map((title) => findPaperByTitle(ctx, title.trim())))
  const found = ids.filter((id) => id !== null)
  return found.length === titles.length ? [...new Set(found)] : []
}

/** Titles up to this length name a subject rather than a paper: 《红楼梦》. */
const SHORT_TITLE_LIMITS = { han: 6, words: 3 }

/**
 * Returns the papers whose quoted titles a question names, and the question without them; short titles stay as its
 * subject.
 */
export async function findTitledPapers(
  ctx: Context,
  question: string,
): Promise<{ ids: string[]; rest: string }> {
  const beginning = question.slice(0, MAX_QUESTION_CHARS)
  const ids: string[] = []
  let rest = question
  for (const { 0: whole, 1: book, 2: quoted } of [...beginning.matchAll(QUOTED_TITLE)].slice(
    0,
    MAX_NAMED_PAPERS,
  )) {
    const title = (book ?? quoted ?? '').trim()
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

function unmarkedTitles(question: string): string[] {
  if (!HAN_CHARACTER.test(question)) return []
  return question
    .split(UNMARKED_TITLE_SEPARATOR)
    .map((piece) => piece.trim())
    .filter((piece) => piece.split(' ').length >= MIN_TITLE_WORDS && SMALL_WORD.test(piece))
}

const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Returns the id of the paper with a title, else of one whose title differs by a few letters; null without either.
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
  const isCut = TITLE_ELLIPSIS.test(title) && key.length >= MIN_CUT_TITLE_CHARS
  const words = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  if (key === '' || words === '') return null
  const { hits } = await engine.search({
    query: words,
    size: MAX_COMPARED_HITS,
    fallback: true,
    correct: true,
  })
  const rows = await findRecordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const withTitle = (fits: (title: string) => boolean) =>
    rows.find(({ record }) => titlesOf(record).some(fits))
  const found =
    withTitle((each) => isTitleMatch(each, key, isCut)) ??
    withTitle((each) => isMistyped(titleKey(each), key))
  if (found || !allowsPart || key.length < MIN_TITLE_PART_CHARS) return found?.id ?? null
  const withPart = rows.filter(({ record }) => titlesOf(record).some((each) => titleKey(each).includes(key)))
  return withPart.length === 1 ? (withPart[0]?.id ?? null) : null
}

/** Shorter parts occur in many titles. */
const MIN_TITLE_PART_CHARS = 6

/** Returns the title of a record and its translation; the latter is empty when there is none. */
function titlesOf(record: string): string[] {
  const { title, title_zh } = readWork(record)
  return [title, title_zh ?? '']
}

/** A title may have one wrong, missing or extra letter per this many letters. */
const LETTERS_PER_TYPO = 8
const MAX_TYPOS = 4
/** Shorter titles that differ in a letter are different titles. */
const MIN_MISTYPED_CHARS = 16

const digitsIn = (key: string) => key.replace(/\D/g, '')

/** Returns whether a title differs from the written one by a few letters; both are compared as title keys. */
function isMistyped(key: string, written: string): boolean {
  const maxTypos = Math.min(MAX_TYPOS, Math.floor(written.length / LETTERS_PER_TYPO))
  // Different digits mean a different work, such as a task of another year or another part.
  return (
    written.length >= MIN_MISTYPED_CHARS &&
    digitsIn(key) === digitsIn(written) &&
    areWithinDistance(key, written, maxTypos)
  )
}

/** Returns whether a title equals the written one: whole, before its colon, or as far as an abbreviated one goes. */
function isTitleMatch(title: string, key: string, isCut: boolean): boolean {
  const [short = ''] = title.split(/[:：]|——/)
  return titleKey(title) === key || titleKey(short) === key || (isCut && titleKey(title).startsWith(key))
}
