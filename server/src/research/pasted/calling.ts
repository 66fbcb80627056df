import { inCorners, inDoubleQuotes, inTitleMarks } from '@scinav/contract/quoted'
import { type Language, readQuestion } from '../../language/question/question.ts'
import { beginningOf } from '../research/bare-end.ts'
import type { NamedWork } from './named-work.ts'
import type { Named } from './named-works.ts'
import { partPasted } from './part-pasted.ts'
import { goesOn } from './pointers.ts'

/** The language in which somebody asks: that of their own words, else of a text; who pastes a reference alone reads Chinese here. */
export function languageAsked(question: string): Language {
  const { rest, records, references, text } = partPasted(question)
  if (/\p{L}/u.test(rest)) return readQuestion(rest).language
  if (records.length + references.length > 0) return 'zh'
  return readQuestion(text?.body ?? question).language
}

/** A search of a plan is at most 200 characters. */
const LONGEST_NAME = 120

const nameOf = ({ title, title_zh }: NamedWork, language: Language): string =>
  beginningOf((language === 'zh' ? title_zh : null) ?? title ?? '', LONGEST_NAME)

function nameIn(work: NamedWork, language: Language): string {
  // An identifier is no title, and neither is how a text begins.
  if (work.title === null) return work.isText ? inQuotes(work.given, language) : work.given
  return language === 'zh' ? inTitleMarks(nameOf(work, language)) : inDoubleQuotes(nameOf(work, language))
}

const inQuotes = (text: string, language: Language): string =>
  language === 'zh' ? inCorners(text) : inDoubleQuotes(text)

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

/** What a research of works is called: by them, or by what a text without a title is about, and by what is asked. */
export function calledAfter({ rest, works }: Named, subjects: string[], language: Language): string {
  if (works.every(isNameless)) return calledBySubject(subjects, rest, language)
  const name = calledTogether(works, language)
  if (rest === '') return language === 'zh' ? `${name}及其前后的研究` : `${name} and the work around it`
  if (language === 'en') return `${name}: ${rest}`
  const behind = GOES_ON.test(rest) ? rest : goesOn(rest)
  return behind === null ? `${name}：${rest}` : `${name}${behind}`
}

const isNameless = ({ title, isText }: NamedWork): boolean => title === null && isText

function calledBySubject(subjects: string[], rest: string, language: Language): string {
  const about = subjects.slice(0, 2).join(language === 'zh' ? '、' : ', ')
  if (about === '') return rest
  if (language === 'en') return rest === '' ? `Work on ${about}` : `${about}: ${rest}`
  return rest === '' ? `${about}的研究` : `${about}：${rest}`
}

/** What is said of works that the library lacks; '' of a text without a title, which it cannot lack. */
export function lackOf(all: NamedWork[]): string {
  const works = all.filter((work) => work.paper_id === null && !isNameless(work))
  if (works.length === 0) return ''
  return works.some(({ title }) => title !== null)
    ? `本馆文献里没有${calledTogether(works, 'zh')}，没有读到它本身；按题名里的主题检索`
    : `本馆文献里没有 ${givenIn(works)}，也读不到它的题名，只按问题里其余的话检索`
}

/** What is asked where a reference tells no title, and nothing else is named. */
export const whatIsTitled = (works: NamedWork[]): string =>
  `本馆文献里没有 ${givenIn(works)}，读不到它的题名。请写出题名，或要研究的主题。`

const givenIn = (works: NamedWork[]): string => works.map(({ given }) => given).join('、')
