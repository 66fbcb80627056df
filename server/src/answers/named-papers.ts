import { readWork } from '@scinav/contract'
import type { Context } from '../context/context.ts'
import { recordsBySeqs } from '../papers/index.ts'
import { titleKey } from '../works/index.ts'

/** A title within a question: in the brackets of books, or in quotation marks where it has more words than a term. */
const TITLE =
  /《([^《》]{2,300})》|[“"]((?:[^\s“”"]{1,60} ){3,40}[^\s“”"]{1,60}|[^“”"]{0,60}\p{Script=Han}{4}[^“”"]{0,200})[”"]/gu
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
  const titles = [...question.slice(0, LONGEST_READ).matchAll(TITLE)].flatMap(
    ([, book, quoted]) => book ?? quoted ?? [],
  )
  if (titles.length === 0 || titles.length > MOST) return []
  const ids = await Promise.all(titles.map((title) => paperCalled(ctx, title.trim())))
  const found = ids.filter((id) => id !== null)
  return found.length === titles.length ? [...new Set(found)] : []
}

async function paperCalled(ctx: Context, title: string): Promise<string | null> {
  const engine = await ctx.library.current()
  const key = titleKey(title.replace(CUT, ''))
  const isCut = CUT.test(title) && key.length >= SHORTEST_CUT
  const words = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  if (key === '' || words === '') return null
  const { hits } = await engine.search({ query: words, size: HITS })
  const rows = await recordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const called = rows.find(({ record }) => {
    const { title: own, title_zh } = readWork(record)
    return [own, title_zh ?? ''].some((each) => isCalled(each, key, isCut))
  })
  return called?.id ?? null
}

/** Whether a title is what was written: whole, before its colon, or as far as that was cut. */
function isCalled(title: string, key: string, isCut: boolean): boolean {
  const [short = ''] = title.split(/[:：]|——/)
  return titleKey(title) === key || titleKey(short) === key || (isCut && titleKey(title).startsWith(key))
}
