import { anyOf, phrasePattern } from '../../language/phrases.ts'
import type { Language } from '../../language/question/question.ts'
import { dropUnpairedBrackets, stripEndSigns, stripPleasantries } from '../run/edit-text.ts'
import { nonSubjectWords } from './templates.ts'

/** Matches words that refer to something named before; not pronouns without a referent: "is it true that", 其他. */
const BACK_REFERENCE = phrasePattern('anaphora/question-part')
/** Returns the part of a text in front of its first back reference. */
export const textBeforeReference = (text: string): string => text.slice(0, BACK_REFERENCE.exec(text)?.index)

/** Matches words for a property that is asked about, which are no subject of their own. */
const ASKED_PROPERTY = new RegExp(`^${anyOf('research-questions/properties')}$`, 'u')

/** Patterns for Chinese clauses that ask; clauses that only limit the next one do not: 在哪些语言上, 无论用什么方法. */
const ASKING_WORD = phrasePattern('question-words/in-clauses', 'u')
const NON_QUESTION_CLAUSE = phrasePattern('research-questions/limiting-clauses', 'u')

/** Separates consecutive questions of a Chinese sentence by question marks: 「…有哪些，又该怎样避免？」. */
export function separateQuestions(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text
  const clauses = text.split(/(?<=[，,。；;？?！!])/u)
  const isQuestion = clauses.map(
    (clause) => ASKING_WORD.test(clause) && !NON_QUESTION_CLAUSE.test(clause.replace(/[，,]$/u, '')),
  )
  return clauses
    .map((clause, at) => (isQuestion[at] && isQuestion[at + 1] ? clause.replace(/[，,]$/u, '？') : clause))
    .join('')
}

/** Number of short Chinese words that are too general for a query: 依据, 分类 预测. */
const MAX_WEAK_WORDS = 2
const isShortWord = (word: string): boolean => word.length <= 2

/**
 * Returns whether a part of a question refers to the part before it, or names too little to be searched alone.
 *
 * @param subject the content words of the part; '' for a part that names nothing.
 */
export function dependsOnPrevious(part: string, subject: string, language: Language): boolean {
  const ignored = nonSubjectWords(language)
  const words = subject
    .split(' ')
    .filter((word) => !ignored.has(word.toLowerCase()) && !ASKED_PROPERTY.test(word))
  const isTooGeneral =
    language === 'en' ? words.length < 2 : words.length <= MAX_WEAK_WORDS && words.every(isShortWord)
  return isTooGeneral || BACK_REFERENCE.test(part)
}

/** Removes from a subject the words for the property that its part asks about; the next part asks about another. */
export function stripAskedProperty(subject: string): string {
  const words = subject.split(' ').filter((word) => !ASKED_PROPERTY.test(word))
  return words.length > 0 ? words.join(' ') : subject
}

/** Matches a phrase that only connects a question to the one before it. */
const JOINING_PHRASE = new RegExp(`^${anyOf('research-questions/joining-phrases')}[，,、：:]\\s?`, 'iu')

const JOINING_WORD = new RegExp(`^${anyOf('research-questions/joining-words')}`, 'u')

/** Returns a part of a question in the form of a heading: without joining phrases, courtesies and end signs. */
export function partHeading(part: string): string {
  const bare = stripEndSigns(
    dropUnpairedBrackets(stripPleasantries(part.replace(JOINING_PHRASE, ''))),
  ).replace(JOINING_WORD, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}
