import type { Language } from '../../answers/index.ts'
import type { Context } from '../../context/context.ts'
import { subjectTerms } from '../research/subject-terms.ts'
import type { NamedWork } from './named-works.ts'

/** By so many things works are looked up. */
const MOST = 2
const MOST_KEYWORDS = 12
/** A keyword that no other paper says leads nowhere; one that more than a share of the library says is a field. */
const LEAST_PAPERS = 2
const FIELD_SHARE = 1 / 20
/** Of a small library even that is less than a handful. */
const FEW = 12
/** So many terms of works without keywords are looked for together. */
const OF_TEXT = 3

const HAN = /\p{Script=Han}/u

/**
 * What works are about, in the words of the library: keywords that other papers say too, those of several works and in the
 * language of who asks first; without any what their titles and abstracts speak of most. Each is looked up by itself.
 */
export async function subjectsOf(ctx: Context, works: NamedWork[], language: Language): Promise<string[]> {
  const keywords = await knownKeywords(ctx, works, language)
  if (keywords.length > 0) return keywords.slice(0, MOST)
  const isOwn = (text: string) => HAN.test(text) === (language === 'zh')
  const texts = works.flatMap(({ title, title_zh, abstract }) =>
    [title, title, title_zh, title_zh, ...abstract.split('\n')].flatMap((text) => text || []),
  )
  const own = texts.filter(isOwn)
  const terms = await subjectTerms(ctx, (own.length > 0 ? own : texts).join('\n'), {
    most: OF_TEXT,
    least: LEAST_PAPERS,
  })
  if (terms.length > 0) return [terms.join(' ')]
  return works.flatMap(({ title }) => title ?? []).slice(0, 1)
}

async function knownKeywords(ctx: Context, works: NamedWork[], language: Language): Promise<string[]> {
  const engine = await ctx.library.current()
  const most = Math.max(FEW, engine.state().papers * FIELD_SHARE)
  const counts = new Map<string, number>()
  for (const keyword of works.flatMap(({ keywords }) => keywords))
    counts.set(keyword, (counts.get(keyword) ?? 0) + 1)
  const known: string[] = []
  for (const keyword of [...counts.keys()].slice(0, MOST_KEYWORDS)) {
    const { list } = await engine.concepts(keyword)
    const papers = Math.min(...list.map((each) => each.papers))
    if (papers >= LEAST_PAPERS && papers <= most) known.push(keyword)
  }
  const place = (keyword: string) =>
    (HAN.test(keyword) === (language === 'zh') ? 0 : 1) - (counts.get(keyword) ?? 0) * 2
  return known.toSorted((one, other) => place(one) - place(other))
}
