import type { Language } from '../../language/question/question.ts'
import type { Context } from '../../platform/context/context.ts'
import { joinDistinctWords } from '../run/edit-text.ts'
import { extractSubjectTerms } from '../run/subject-terms.ts'
import { findKnownKeywords, GENRE_WORD, HAN_CHARACTER, MIN_PAPERS, SPECIFIC_TERM } from './known-keywords.ts'
import type { NamedWork } from './named-work.ts'

/** Maximum number of subjects by which works are searched. */
const MAX_SUBJECTS = 3
/** Maximum number of subjects from titles when there are keywords as well. */
const MAX_TITLE_TERMS = 2

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
