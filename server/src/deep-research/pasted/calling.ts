import { inDoubleQuotes, inTitleMarks } from '@scinav/contract/quoted'
import { type Language, readQuestion } from '../../answers/index.ts'
import { beginningOf } from '../research/bare-end.ts'
import type { Named, NamedWork } from './named-works.ts'
import { partPasted } from './part-pasted.ts'
import { goesOn } from './pointers.ts'

/** The language in which somebody asks: that of their own words; who pastes a reference alone reads Chinese here. */
export function languageAsked(question: string): Language {
  const { rest, records, references } = partPasted(question)
  if (records.length + references.length === 0) return readQuestion(question).language
  return /\p{L}/u.test(rest) ? readQuestion(rest).language : 'zh'
}

/** A search of a plan is at most 200 characters. */
const LONGEST_NAME = 120

const nameOf = ({ title, title_zh }: NamedWork, language: Language): string =>
  beginningOf((language === 'zh' ? title_zh : null) ?? title ?? '', LONGEST_NAME)

function nameIn(work: NamedWork, language: Language): string {
  // An identifier is no title.
  if (work.title === null) return work.given
  return language === 'zh' ? inTitleMarks(nameOf(work, language)) : inDoubleQuotes(nameOf(work, language))
}

/** What works are called together. */
export function calledTogether(works: NamedWork[], language: Language): string {
  const [first] = works
  if (!first) return ''
  const name = nameIn(first, language)
  if (works.length === 1) return name
  return language === 'zh' ? `${name}等 ${works.length} 篇文献` : `${name} and ${works.length - 1} more`
}

/** Says something of what stands before it: 之后有哪些改进. */
const GOES_ON = /^(?:之[前后]|以[前后来]|[的里中上在]|提出|发表|问世)/u

/** What a research of works is called: by them, and by what is asked of them. */
export function calledAfter({ rest, works }: Named, language: Language): string {
  const name = calledTogether(works, language)
  if (rest === '') return language === 'zh' ? `${name}及其前后的研究` : `${name} and the work around it`
  if (language === 'en') return `${name}: ${rest}`
  const behind = GOES_ON.test(rest) ? rest : goesOn(rest)
  return behind === null ? `${name}：${rest}` : `${name}${behind}`
}

/** What is said of works that the library lacks. */
export const lackOf = (works: NamedWork[]): string =>
  works.some(({ title }) => title !== null)
    ? `馆藏里没有${calledTogether(works, 'zh')}，没有读到它本身；按题名里的主题检索`
    : `馆藏里没有 ${givenIn(works)}，也读不到它的题名，只按问题里其余的话检索`

/** What is asked where a reference tells no title, and nothing else is named. */
export const whatIsTitled = (works: NamedWork[]): string =>
  `馆藏里没有 ${givenIn(works)}，读不到它的题名。请写出题名，或要研究的主题。`

const givenIn = (works: NamedWork[]): string => works.map(({ given }) => given).join('、')
