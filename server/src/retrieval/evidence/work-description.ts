import type { Work } from '@scinav/contract'
import {
  type Concept,
  collectTextTerms,
  isChineseText,
  joinTermPlaces,
  statesPlan,
  type TermPlaces,
  workTerms,
  writtenText,
} from '@scinav/search'
import type { Language } from '../../language/question/question.ts'

/** By what a paper is described to match a question. */
export interface WorkDescription {
  /** The terms of its titles, keywords and names, without its abstract and passages. */
  about: TermPlaces
  /** The title in the question's language, or both; the second is '' when there is no Chinese one. */
  titles: string[]
}

/**
 * Describes a paper by its titles, keywords and names. Both titles are used if
 * - the paper lacks a title or an abstract in the question's language,
 * - a concept of the question is written in the other script: 「BERT 是什么」, or
 * - only the other title states an unambiguous concept of the question: "GAN" for a paper called 生成对抗网络.
 *
 * Otherwise only the title in the question's language is used: in the other one, words that only a dictionary derives
 * from the question would match by accident, as 寿命 as *life* in "Peasant Life in China".
 */
export function describeWork(work: Work, language: Language, concepts: Concept[]): WorkDescription {
  const describeWithBoth = () => ({ about: workTerms(work), titles: [work.title, work.title_zh ?? ''] })
  const ownTitle = titleInLanguage(work, language)
  const isMixed = concepts.some(({ plan }) => HAN_CHARACTER.test(writtenText(plan)) !== (language === 'zh'))
  if (ownTitle === null || isMixed) return describeWithBoth()
  const about = workTerms({ ...work, title: ownTitle, title_zh: null })
  const both = describeWithBoth()
  const text = collectTextTerms([(language === 'zh' ? work.abstract_zh : work.abstract) ?? ''])
  const ownTerms = joinTermPlaces(about, text)
  const termsWithBothTitles = joinTermPlaces(both.about, text)
  const isNamed = concepts.some(
    (each) =>
      isUnambiguous(each) && !statesPlan(ownTerms, each.plan) && statesPlan(termsWithBothTitles, each.plan),
  )
  return isNamed ? both : { about, titles: [ownTitle] }
}

/** Chinese terms of at least this many characters are unambiguous. */
const MIN_UNAMBIGUOUS_HAN_CHARS = 4
/**
 * Returns whether a concept is unambiguous in any language: a name, a term of several words, or a long Chinese term,
 * but no part (`run`) of a longer Chinese run that no text contains as a whole.
 */
export function isUnambiguous({ plan, named, run }: Concept): boolean {
  const term = writtenText(plan)
  const isLong = HAN_CHARACTER.test(term) && [...term].length >= MIN_UNAMBIGUOUS_HAN_CHARS
  return run === null && (named || term.includes(' ') || isLong)
}

const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Returns the title in a language when the work has title and abstract in it and another title besides; null otherwise.
 */
function titleInLanguage(
  { title, title_zh, abstract, abstract_zh }: Work,
  language: Language,
): string | null {
  if (!title_zh || isChineseText(title)) return null
  if (language === 'zh') return abstract_zh ? title_zh : null
  return abstract && !isChineseText(abstract) ? title : null
}
