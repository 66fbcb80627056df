import { inCorners, inDoubleQuotes, inTitleMarks } from '@scinav/contract/quoted'
import { type Language, readQuestion } from '../../language/question/question.ts'
import { truncateText } from '../run/edit-text.ts'
import type { NamedWork } from './named-work.ts'
import type { QuestionWorks } from './named-works.ts'
import { textAfterPointer } from './pointers.ts'
import { splitPasted } from './split-pasted.ts'

/**
 * Returns the language of the user's own words, else of the pasted text; a reference without a question counts as
 * Chinese.
 */
export function questionLanguage(question: string): Language {
  const { rest, records, references, text } = splitPasted(question)
  if (/\p{L}/u.test(rest)) return readQuestion(rest).language
  if (records.length + references.length > 0) return 'zh'
  return readQuestion(text?.body ?? question).language
}

/** Maximum length of a work's name, in characters; a query of a plan has at most 200. */
const MAX_NAME_CHARS = 120

/** Returns the title in the given language if there is one, cut to the maximum length. */
const workTitle = ({ title, title_zh }: NamedWork, language: Language): string =>
  truncateText((language === 'zh' ? title_zh : null) ?? title ?? '', MAX_NAME_CHARS)

/** Returns the title of a work in title marks; of a work without one, what was given of it. */
function quotedWorkName(work: NamedWork, language: Language): string {
  // Neither an identifier nor the beginning of a text is marked as a title.
  if (work.title === null) return work.isText ? quoteText(work.given, language) : work.given
  return language === 'zh'
    ? inTitleMarks(workTitle(work, language))
    : inDoubleQuotes(workTitle(work, language))
}

/** Returns a text in the quotation marks of a language. */
const quoteText = (text: string, language: Language): string =>
  language === 'zh' ? inCorners(text) : inDoubleQuotes(text)

/** Returns a name for one or several works: the first one, and the number of the others. */
export function joinWorkNames(works: NamedWork[], language: Language): string {
  const [first] = works
  if (!first) return ''
  const name = quotedWorkName(first, language)
  if (works.length === 1) return name
  return language === 'zh' ? `${name}等 ${works.length} 篇文献` : `${name} and ${works.length - 1} more`
}

/** Matches a question that continues the name in front of it: 之后有哪些改进. */
const CONTINUES_NAME = /^(?:之[前后]|以[前后来]|[的里中上在]|提出|发表|问世)/u

/**
 * Returns the title of a research run about works: their names, or the subjects of an untitled text, followed by the
 * question.
 */
export function researchTitle(
  { rest, works }: QuestionWorks,
  subjects: string[],
  language: Language,
): string {
  if (works.every(isUntitledText)) return subjectTitle(subjects, rest, language)
  const name = joinWorkNames(works, language)
  if (rest === '') return language === 'zh' ? `${name}及其前后的研究` : `${name} and the work around it`
  if (language === 'en') return `${name}: ${rest}`
  const behind = CONTINUES_NAME.test(rest) ? rest : textAfterPointer(rest)
  return behind === null ? `${name}：${rest}` : `${name}${behind}`
}

/** Returns whether a work is a pasted text without a title, as opposed to a reference. */
const isUntitledText = ({ title, isText }: NamedWork): boolean => title === null && isText

/** Returns the title of a research about an untitled text: its first two subjects and the question. */
function subjectTitle(subjects: string[], rest: string, language: Language): string {
  const about = subjects.slice(0, 2).join(language === 'zh' ? '、' : ', ')
  if (about === '') return rest
  if (language === 'en') return rest === '' ? `Work on ${about}` : `${about}: ${rest}`
  return rest === '' ? `${about}的研究` : `${about}：${rest}`
}

/** Returns a notice about works missing in the library; '' when there are none. An untitled text cannot be missing. */
export function missingWorksNotice(namedWorks: NamedWork[]): string {
  const works = namedWorks.filter((work) => work.paper_id === null && !isUntitledText(work))
  if (works.length === 0) return ''
  return works.some(({ title }) => title !== null)
    ? `本馆文献里没有${joinWorkNames(works, 'zh')}，没有读到它本身；按题名里的主题检索`
    : `本馆文献里没有 ${joinPasted(works)}，也读不到它的题名，只按问题里其余的话检索`
}

/** Returns the clarifying question for references without a known title when nothing else is named. */
export const askForTitle = (works: NamedWork[]): string =>
  `本馆文献里没有 ${joinPasted(works)}，读不到它的题名。请写出题名，或要研究的主题。`

/** Returns works as they were pasted, in Chinese punctuation. */
const joinPasted = (works: NamedWork[]): string => works.map(({ given }) => given).join('、')
