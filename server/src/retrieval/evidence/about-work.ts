import type { Work } from '@scinav/contract'
import {
  type Concept,
  isChinese,
  joinedTerms,
  says,
  type Terms,
  termsAbout,
  termsIn,
  writtenAs,
} from '@scinav/search'
import type { Language } from '../../language/question/question.ts'

/** What a paper says of itself beside a passage, and the titles that a question may call it by. */
export interface AboutWork {
  about: Terms
  titles: string[]
}

/**
 * What a paper says of itself. Where it says all in the question's language, its title in the other says nothing more, and
 * words that only a dictionary makes of the question are not looked for there: 寿命 is no *life* of "Peasant Life in China".
 * Names and terms are: "GAN" of a paper that is called 生成对抗网络 as well, 「BERT 是什么」.
 */
export function aboutWork(work: Work, language: Language, concepts: Concept[]): AboutWork {
  const whole = () => ({ about: termsAbout(work), titles: [work.title, work.title_zh ?? ''] })
  const own = ownTitle(work, language)
  const isMixed = concepts.some(({ plan }) => HAN.test(writtenAs(plan)) !== (language === 'zh'))
  if (own === null || isMixed) return whole()
  const about = termsAbout({ ...work, title: own, title_zh: null })
  const all = whole()
  const text = termsIn([(language === 'zh' ? work.abstract_zh : work.abstract) ?? ''])
  const [said, allSaid] = [joinedTerms(about, text), joinedTerms(all.about, text)]
  const isNamed = concepts.some(
    (each) => isTelling(each) && !says(said, each.plan) && says(allSaid, each.plan),
  )
  return isNamed ? all : { about, titles: [own] }
}

/** A Chinese term of this many characters, one of two words, or a name: what it stands for is plain in any language. */
const LONG = 4
export function isTelling({ plan, named, run }: Concept): boolean {
  const written = writtenAs(plan)
  const isLong = HAN.test(written) && [...written].length >= LONG
  return run === null && (named || written.includes(' ') || isLong)
}

const HAN = /\p{Script=Han}/u

/** The title of a work with title and abstract in a language, beside those in the other; null for all others. */
function ownTitle({ title, title_zh, abstract, abstract_zh }: Work, language: Language): string | null {
  if (!title_zh || isChinese(title)) return null
  if (language === 'zh') return abstract_zh ? title_zh : null
  return abstract && !isChinese(abstract) ? title : null
}
