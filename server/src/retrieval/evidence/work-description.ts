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

/** What a paper says of itself beside a passage, and the titles that a question may call it by. */
export interface WorkDescription {
  about: TermPlaces
  titles: string[]
}

/**
 * What a paper says of itself. Where it says all in the question's language, its title in the other says nothing more, and
 * words that only a dictionary makes of the question are not looked for there: 寿命 is no *life* of "Peasant Life in China".
 * Names and terms are: "GAN" of a paper that is called 生成对抗网络 as well, 「BERT 是什么」.
 */
export function describeWork(work: Work, language: Language, concepts: Concept[]): WorkDescription {
  const whole = () => ({ about: workTerms(work), titles: [work.title, work.title_zh ?? ''] })
  const own = titleInLanguage(work, language)
  const isMixed = concepts.some(({ plan }) => HAN_CHARACTER.test(writtenText(plan)) !== (language === 'zh'))
  if (own === null || isMixed) return whole()
  const about = workTerms({ ...work, title: own, title_zh: null })
  const all = whole()
  const text = collectTextTerms([(language === 'zh' ? work.abstract_zh : work.abstract) ?? ''])
  const [said, allSaid] = [joinTermPlaces(about, text), joinTermPlaces(all.about, text)]
  const isNamed = concepts.some(
    (each) => isTelling(each) && !statesPlan(said, each.plan) && statesPlan(allSaid, each.plan),
  )
  return isNamed ? all : { about, titles: [own] }
}

/** A Chinese term of this many characters, one of two words, or a name: what it stands for is plain in any language. */
const MIN_TELLING_CHARS = 4
export function isTelling({ plan, named, run }: Concept): boolean {
  const written = writtenText(plan)
  const isLong = HAN_CHARACTER.test(written) && [...written].length >= MIN_TELLING_CHARS
  return run === null && (named || written.includes(' ') || isLong)
}

const HAN_CHARACTER = /\p{Script=Han}/u

/** The title of a work with title and abstract in a language, beside those in the other; null for all others. */
function titleInLanguage(
  { title, title_zh, abstract, abstract_zh }: Work,
  language: Language,
): string | null {
  if (!title_zh || isChineseText(title)) return null
  if (language === 'zh') return abstract_zh ? title_zh : null
  return abstract && !isChineseText(abstract) ? title : null
}
