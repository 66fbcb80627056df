import { anyOf } from '../../language/phrases.ts'
import type { Language } from '../../language/question/question.ts'
import { titleKey } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import type { NamedWork } from './named-work.ts'

/** Matches words for the genre of a work, and words that apply to any work. */
export const GENRE_WORD = new RegExp(`^${anyOf('headings/genre-words')}$`, 'iu')
/** Matches text with Chinese characters. */
export const HAN_CHARACTER = /\p{Script=Han}/u
/** Matches a term of several words or at least three Chinese characters; a single word is too general. */
export const SPECIFIC_TERM = /\S\s\S|\p{Script=Han}{3}/u

/** The fewest papers in which a keyword must occur: a keyword of no other paper finds nothing. */
export const MIN_PAPERS = 2

/** A keyword of a larger share of the library is a field. */
const MAX_PAPER_SHARE = 1 / 20
/** However small the library is, a keyword of this many papers is no field. */
const SMALL_LIBRARY_PAPERS = 12
/** How much later a keyword ranks, or earlier when negative. */
const KEYWORD_RANKS = { otherLanguage: 1, eachWork: -2, inTitle: -2, specific: -1.5 }
/** Maximum number of keywords that are looked up. */
const MAX_KEYWORDS = 12

/**
 * Returns the keywords of works that other papers share and that are no field of their own, best first, and whether one
 * of them occurs in a title; for untitled works the latter is whether there are any.
 */
export async function findKnownKeywords(
  ctx: Context,
  works: NamedWork[],
  language: Language,
): Promise<{ keywords: string[]; isTitled: boolean }> {
  const engine = await ctx.library.current()
  const libraryPapers = engine.state().papers
  const maxPapers = Math.max(SMALL_LIBRARY_PAPERS, libraryPapers * MAX_PAPER_SHARE)
  // A work in the library is itself one of the papers.
  const minPapers = works.every(({ paper_id }) => paper_id === null) ? 1 : MIN_PAPERS
  const counts = countKeywords(works.flatMap(({ keywords }) => keywords))
  const known: string[] = []
  const specific = new Set<string>()
  for (const keyword of [...counts.keys()].slice(0, MAX_KEYWORDS)) {
    const { list } = await engine.concepts(keyword)
    const papers = Math.min(...list.map((each) => each.papers))
    if (papers < minPapers || papers > maxPapers) continue
    known.push(keyword)
    if (isSpecific(keyword, { papers, concepts: list.length, libraryPapers })) specific.add(keyword)
  }
  const isInTitle = createTitleTest(works)
  // A keyword in a title names the subject of the work; the others may name its field.
  const rank = (keyword: string) =>
    (HAN_CHARACTER.test(keyword) === (language === 'zh') ? 0 : KEYWORD_RANKS.otherLanguage) +
    (counts.get(keyword) ?? 0) * KEYWORD_RANKS.eachWork +
    (isInTitle(keyword) ? KEYWORD_RANKS.inTitle : 0) +
    (specific.has(keyword) ? KEYWORD_RANKS.specific : 0)
  const keywords = known.toSorted((one, other) => rank(one) - rank(other))
  const isUntitled = works.every(({ title }) => title === null)
  return { keywords, isTitled: keywords.some(isInTitle) || (isUntitled && keywords.length > 0) }
}

/** Counts the works of each keyword, without those that name a genre. */
function countKeywords(keywords: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const keyword of keywords)
    if (!GENRE_WORD.test(keyword)) counts.set(keyword, (counts.get(keyword) ?? 0) + 1)
  return counts
}

/** Share of a keyword's words that must occur in a title. */
const MIN_TITLE_SHARE = 2 / 3

/** Creates a test of whether most words of a keyword occur in the titles of one work. */
function createTitleTest(works: NamedWork[]): (keyword: string) => boolean {
  const titles = works.map(({ title, title_zh }) => titleKey(`${title ?? ''} ${title_zh ?? ''}`))
  return (keyword) => {
    const words = keyword.split(/\s+/)
    const countIn = (title: string) => words.filter((word) => title.includes(titleKey(word))).length
    return titles.some((title) => countIn(title) >= words.length * MIN_TITLE_SHARE)
  }
}

/** A word is specific when at most one paper in this many contains it. */
const SPECIFIC_TERM_RARITY = 150

/** Returns whether a keyword names a subject rather than a field: it is rare, or has several words. */
const isSpecific = (
  keyword: string,
  { papers, concepts, libraryPapers }: { papers: number; concepts: number; libraryPapers: number },
): boolean =>
  papers <= Math.max(SMALL_LIBRARY_PAPERS, libraryPapers / SPECIFIC_TERM_RARITY) ||
  concepts > 2 ||
  (concepts === 1 && SPECIFIC_TERM.test(keyword))
