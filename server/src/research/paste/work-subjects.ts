import { anyOf } from '../../language/phrases.ts'
import type { Language } from '../../language/question/question.ts'
import { titleKey } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { joinDistinctWords } from '../run/edit-text.ts'
import { extractSubjectTerms } from '../run/subject-terms.ts'
import type { NamedWork } from './named-work.ts'

/** Maximum number of subjects by which works are searched. */
const MAX_SUBJECTS = 3
/** Maximum number of keywords that are looked up. */
const MAX_KEYWORDS = 12
/**
 * Number of papers a keyword must occur in: a keyword of no other paper finds nothing, one of more than a twentieth of
 * the library is a field.
 */
const MIN_PAPERS = 2
const MAX_PAPER_SHARE = 1 / 20
/** Lower bound of the upper limit, for small libraries. */
const SMALL_LIBRARY_PAPERS = 12

/** Matches words for the genre of a work, and words that apply to any work. */
const GENRE_WORD = new RegExp(`^${anyOf('headings/genre-words')}$`, 'iu')

const HAN_CHARACTER = /\p{Script=Han}/u
/** Matches a term of several words or at least three Chinese characters; a single word is too general. */
const SPECIFIC_TERM = /\S\s\S|\p{Script=Han}{3}/u
/** Maximum number of subjects from titles when there are keywords as well. */
const MAX_TITLE_TERMS = 2
/** How much later a keyword ranks, or earlier when negative. */
const KEYWORD_RANKS = { otherLanguage: 1, eachWork: -2, inTitle: -2, specific: -1.5 }

/**
 * Finds subjects of works in terms of the library, likeliest first. Keywords that other papers share are preferred:
 * those in a title, of several works and in the user's language first. Without such keywords the terms of the titles
 * and abstracts are used.
 */
export async function findSubjects(ctx: Context, works: NamedWork[], language: Language): Promise<string[]> {
  const { keywords, isTitled } = await findKnownKeywords(ctx, works, language)
  if (isTitled) return keywords.slice(0, MAX_SUBJECTS)
  // Titles count twice, since they name the subject.
  const texts = works.flatMap(({ title, title_zh, abstract }) =>
    [title, title, title_zh, title_zh, ...abstract.split('\n')].flatMap((text) => text || []),
  )
  const inLanguage = texts.filter((text) => HAN_CHARACTER.test(text) === (language === 'zh'))
  const titles = works
    .flatMap(({ title, title_zh }) => [title ?? '', title_zh ?? ''])
    .map(stripOwnName)
    .join('\n')
  const terms = await extractSubjectTerms(ctx, (inLanguage.length > 0 ? inLanguage : texts).join('\n'), {
    maxTerms: MAX_SUBJECTS,
    minPapers: MIN_PAPERS,
    title: titles,
    excluded: GENRE_WORD,
  })
  const [title] = works.flatMap((work) => work.title ?? [])
  // A single word of a title is too general: 人物 of 人物龙凤帛画.
  if (keywords.length === 0 && terms.length === 1 && title && !SPECIFIC_TERM.test(terms[0] ?? ''))
    return [title]
  // Keywords outside the titles name a field, so terms of the titles come first.
  if (terms.length + keywords.length > 0)
    return [
      ...new Set([...terms.slice(0, keywords.length > 0 ? MAX_TITLE_TERMS : MAX_SUBJECTS), ...keywords]),
    ].slice(0, MAX_SUBJECTS)
  return works.flatMap(({ title }) => title ?? []).slice(0, 1)
}

/** Removes the name that authors give their system: 「PaSa: An LLM Agent for …」. */
const stripOwnName = (title: string): string => title.replace(/^[\p{Script=Latin}\d.-]{2,30}:\s/u, '')

/** Share of a keyword's words that must occur in a title. */
const MIN_TITLE_SHARE = 2 / 3
/** Minimum length of a query: fewer Chinese characters or English words match anything. */
const MIN_SUBJECT_LENGTH = { han: 6, words: 3 }

/** Combines the first subject with each of the others into queries; one subject alone is broader than the works. */
export function combineSubjects([first = '', ...others]: string[]): string[] {
  const pairs = others.map((other) => joinDistinctWords(first, other))
  const longEnough = pairs.filter((each) =>
    HAN_CHARACTER.test(each)
      ? each.replaceAll(' ', '').length >= MIN_SUBJECT_LENGTH.han
      : each.split(' ').length >= MIN_SUBJECT_LENGTH.words,
  )
  return longEnough.length > 0 ? longEnough : [joinDistinctWords(first, ...others)]
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

/** Counts the works of each keyword, without those that name a genre. */
function countKeywords(keywords: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const keyword of keywords)
    if (!GENRE_WORD.test(keyword)) counts.set(keyword, (counts.get(keyword) ?? 0) + 1)
  return counts
}

/**
 * Returns the keywords of works that other papers share and that are no field of their own, best first, and whether one
 * of them occurs in a title; for untitled works the latter is whether there are any.
 */
async function findKnownKeywords(
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

/** Creates a test of whether most words of a keyword occur in the titles of one work. */
function createTitleTest(works: NamedWork[]): (keyword: string) => boolean {
  const titles = works.map(({ title, title_zh }) => titleKey(`${title ?? ''} ${title_zh ?? ''}`))
  return (keyword) => {
    const words = keyword.split(/\s+/)
    const countIn = (title: string) => words.filter((word) => title.includes(titleKey(word))).length
    return titles.some((title) => countIn(title) >= words.length * MIN_TITLE_SHARE)
  }
}
