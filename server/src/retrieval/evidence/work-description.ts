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

/** What a paper states about itself apart from a passage, and the titles that a question may use for it. */
export interface WorkDescription {
  about: TermPlaces
  titles: string[]
}

/**
 * Describes a paper by its title, keywords and names. A paper with title and abstract in the question's language is
 * described without its title in the other language, where words that only a dictionary derives from the question would
 * match by accident: 寿命 as *life* in "Peasant Life in China". The other title is kept when it alone states a name or
 * term of the question, as "GAN" for a paper called 生成对抗网络, or when the question mixes languages, as 「BERT 是什么」.
 */
export function describeWork(work: Work, language: Language, concepts: Concept[]): WorkDescription {
  const describeWithBoth = () => ({ about: workTerms(work), titles: [work.title, work.title_zh ?? ''] })
  const ownTitle = titleInLanguage(work, language)
  const isMixed = concepts.some(({ plan }) => HAN_CHARACTER.test(writtenText(plan)) !== (language === 'zh'))
  if (ownTitle === null || isMixed) return describeWithBoth()
  const about = workTerms({ ...work, title: ownTitle, title_zh: null })
  const both = describeWithBoth()
  const text = collectTextTerms([(language === 'zh' ? work.abstract_zh : work.abstract) ?? ''])
  const [stated, statedWithBoth] = [joinTermPlaces(about, text), joinTermPlaces(both.about, text)]
  const isNamed = concepts.some(
    (each) => isUnambiguous(each) && !statesPlan(stated, each.plan) && statesPlan(statedWithBoth, each.plan),
  )
  return isNamed ? both : { about, titles: [ownTitle] }
}

/** The number of characters from which a Chinese term is specific. */
const MIN_SPECIFIC_CHARS = 4
/**
 * Returns whether a concept is unambiguous in any language: a name, a term of several words, or a long Chinese term,
 * but no part of a longer run of Chinese.
 */
export function isUnambiguous({ plan, named, run }: Concept): boolean {
  const written = writtenText(plan)
  const isLong = HAN_CHARACTER.test(written) && [...written].length >= MIN_SPECIFIC_CHARS
  return run === null && (named || written.includes(' ') || isLong)
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
