import { readWork } from '@scinav/contract'
import { areNear } from '@scinav/search'
import { recordsBySeqs } from '../library/papers/index.ts'
import { titleKey } from '../library/works/index.ts'
import type { Context } from '../platform/context/context.ts'

/** A title within a question: in the brackets of books, or in quotation marks where it has more words than a term. */
const TITLE =
  /《([^《》]{2,300})》|[“"]((?:[^\s“”"]{1,60} ){3,40}[^\s“”"]{1,60}|[^“”"]{0,60}\p{Script=Han}{4}[^“”"]{0,200})[”"]/gu
/** What parts a title without any marks from a Chinese question; it has five English words or more, one that no term has within. */
const AROUND = /[\p{Script=Han}？?，。！；]+/u
const FEWEST_WORDS = 5
const SMALL_WORD =
  /(?<=[ :,])(?:is|are|the|of|for|with|to|from|and|you|we|a|an|in|on|by|can|do|how|what|why|as|at)(?=[ :,])/iu
const LONGEST_READ = 1_000
const MOST = 3
/** So many hits of a title are compared with it. */
const HITS = 10
/** A title that was cut short: 「…for Sign Language…」. */
const CUT = /(?:…|\.{3})$/u
/** What is left of a title that was cut has to tell it. */
const SHORTEST_CUT = 12

/** A paper that was named before: 「这篇文献用了哪些数据？」. */
const THIS_PAPER =
  /这(?:篇|两篇|几篇|些)(?:论文|文献|文章)|\b(?:this|these|both|the two) (?:papers?|articles?|works?)\b/iu

/**
 * The papers whose titles a question names, each once; none where one of them is not in the library.
 *
 * @param before the question before, which may have named what this one calls "this paper".
 */
export async function namedPapers(ctx: Context, question: string, before = ''): Promise<string[]> {
  const named = await papersIn(ctx, question)
  return named.length === 0 && THIS_PAPER.test(question.slice(0, LONGEST_READ))
    ? papersIn(ctx, before)
    : named
}

async function papersIn(ctx: Context, question: string): Promise<string[]> {
  const read = question.slice(0, LONGEST_READ)
  const marked = [...read.matchAll(TITLE)].flatMap(([, book, quoted]) => book ?? quoted ?? [])
  const titles = marked.length > 0 ? marked : bareTitles(read)
  if (titles.length === 0 || titles.length > MOST) return []
  const ids = await Promise.all(titles.map((title) => paperCalled(ctx, title.trim())))
  const found = ids.filter((id) => id !== null)
  return found.length === titles.length ? [...new Set(found)] : []
}

/** A title that is no longer names a subject by itself: 《红楼梦》. */
const SHORT = { han: 6, words: 3 }

/** The papers whose titles stand between marks in a question, and the question without them; short ones are its subject. */
export async function titledPapers(ctx: Context, question: string): Promise<{ ids: string[]; rest: string }> {
  const read = question.slice(0, LONGEST_READ)
  const ids: string[] = []
  let rest = question
  for (const { 0: whole, 1: book, 2: quoted } of [...read.matchAll(TITLE)].slice(0, MOST)) {
    const title = (book ?? quoted ?? '').trim()
    const id = isShortTitle(title) ? null : await paperCalled(ctx, title)
    if (id === null) continue
    ids.push(id)
    rest = rest.replace(whole, ' ')
  }
  return { ids: [...new Set(ids)], rest: rest.trim() }
}

const isShortTitle = (title: string): boolean =>
  HAN.test(title) ? title.length <= SHORT.han : title.split(/\s+/).length <= SHORT.words

function bareTitles(question: string): string[] {
  if (!HAN.test(question)) return []
  return question
    .split(AROUND)
    .map((piece) => piece.trim())
    .filter((piece) => piece.split(' ').length >= FEWEST_WORDS && SMALL_WORD.test(piece))
}

const HAN = /\p{Script=Han}/u

/**
 * The paper of a title, else one whose title is a few letters from it; null where the library has neither.
 *
 * @param isShort whether a part of a title will do where only one found paper has it in its title.
 */
export async function paperCalled(ctx: Context, title: string, isShort = false): Promise<string | null> {
  const engine = await ctx.library.current()
  const key = titleKey(title.replace(CUT, ''))
  const isCut = CUT.test(title) && key.length >= SHORTEST_CUT
  const words = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  if (key === '' || words === '') return null
  const { hits } = await engine.search({ query: words, size: HITS, fallback: true, correct: true })
  const rows = await recordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const calledBy = (fits: (title: string) => boolean) =>
    rows.find(({ record }) => titlesIn(record).some(fits))
  const called =
    calledBy((each) => isCalled(each, key, isCut)) ?? calledBy((each) => isMistyped(titleKey(each), key))
  if (called || !isShort || key.length < SHORTEST_PART) return called?.id ?? null
  const having = rows.filter(({ record }) => titlesIn(record).some((each) => titleKey(each).includes(key)))
  return having.length === 1 ? (having[0]?.id ?? null) : null
}

/** A shorter part of a title is a word of any. */
const SHORTEST_PART = 6

function titlesIn(record: string): string[] {
  const { title, title_zh } = readWork(record)
  return [title, title_zh ?? '']
}

/** So many letters of a title have one that may be wrong, missing or too many. */
const LETTERS_A_MISTAKE = 8
const MOST_MISTAKES = 4
/** Shorter ones are other titles when a letter differs. */
const SHORTEST_MISTYPED = 16

const digitsIn = (key: string) => key.replace(/\D/g, '')

function isMistyped(key: string, written: string): boolean {
  const most = Math.min(MOST_MISTAKES, Math.floor(written.length / LETTERS_A_MISTAKE))
  // Another number is another work: a task of another year, another part.
  return (
    written.length >= SHORTEST_MISTYPED && digitsIn(key) === digitsIn(written) && areNear(key, written, most)
  )
}

/** Whether a title is what was written: whole, before its colon, or as far as that was cut. */
function isCalled(title: string, key: string, isCut: boolean): boolean {
  const [short = ''] = title.split(/[:：]|——/)
  return titleKey(title) === key || titleKey(short) === key || (isCut && titleKey(title).startsWith(key))
}
