import { inCorners, inDoubleQuotes } from '@scinav/contract/quoted'
import { readQuestion } from '../../language/question/question.ts'
import { labelConcepts, type Retrieval } from '../../retrieval/index.ts'
import { nonSubjectWords } from './templates.ts'

/** The questions to the user: without a subject, and about a broad one, with answers to choose from. */
const CLARIFICATIONS = {
  zh: {
    nothing: '请补充要研究的对象：现在的问题里没有可以检索的主题词。',
    wide: (topic: string) => `${inCorners(topic)}的范围很大。您更想了解哪一方面？也可以直接跳过。`,
    options: ['概念与界定', '主要方法', '作用与效果的证据', '研究进展'],
  },
  en: {
    nothing: 'Please say what is to be researched: the question names no subject that can be searched.',
    wide: (topic: string) =>
      `${inDoubleQuotes(topic)} is a wide field. What about it would you like to know? You may skip this.`,
    options: ['concept and definition', 'main methods', 'evidence of its effects', 'recent progress'],
  },
} as const
/** Maximum length of a bare subject that is considered too broad: characters of Chinese, words of English. */
const MAX_BROAD_LENGTH = { zh: 6, en: 2 }

/** Returns a clarifying question for a question that is empty or names only a broad subject; null for all others. */
export function findClarification(text: string): { question: string; options: string[] } | null {
  const { query, type, language } = readQuestion(text)
  const frame = CLARIFICATIONS[language]
  if (query === '') return { question: frame.nothing, options: [] }
  const isBare = type === 'other' && query.replaceAll(' ', '') === text.replace(/[\s。.？?！!]/gu, '')
  const length = language === 'zh' ? query.length : query.split(' ').length
  return isBare && length <= MAX_BROAD_LENGTH[language]
    ? { question: frame.wide(query), options: [...frame.options] }
    : null
}

/** Returns the clarifying question about a Chinese term that neither the library nor the term lists contain. */
export const askForTerm = (term: string) => ({
  question: `本馆文献里没有${inCorners(term)}的说法，术语对照里也没有它的英文。这个词的英文是什么，或者更常用的叫法是什么？可以直接跳过。`,
  options: [],
  term,
})

/** Returns a notice about such a term for a user who was not asked or gave no answer. */
export const unknownTermNotice = (term: string): string =>
  `本馆文献里没有${inCorners(term)}的说法，术语对照里也没有它的英文；在问题里写上英文名称或更常用的叫法，可能找到更多文献`

/** A word that may be a term: Chinese only, and neither a single character nor a sentence. */
const HAN_TERM = /^\p{Script=Han}{2,12}$/u
const LATIN_WORD = /[a-z]{2,}/

/**
 * Returns the first Chinese term of a question that has no counterpart in the other language and does not occur in the
 * results; null when all terms are known or the question is not in Chinese.
 *
 * @param text the question as written, in which the term has to occur undivided.
 */
export function findUnknownTerm(
  { query, concepts, question, evidence }: Retrieval,
  text: string,
): string | null {
  if (question.language !== 'zh') return null
  const ignored = nonSubjectWords('zh')
  // When a term is next to its counterpart, its own name is examined.
  const chinese = query.split(' ').filter((word) => /\p{Script=Han}/u.test(word))
  const names = labelConcepts(chinese.join(' '), concepts)
  const knownNames = names.filter(({ plan }) => isBilingual(plan))
  const words = query.split(' ').filter((word) => HAN_TERM.test(word) && !ignored.has(word))
  // A term that contains a known term is known.
  const unknown = words.find(
    (word) => !knownNames.some(({ label }) => word.includes(label) || label.includes(word)),
  )
  const hanRuns = text.match(/\p{Script=Han}+/gu) ?? []
  if (unknown === undefined || !hanRuns.some((run) => run.includes(unknown))) return null
  return evidence.some(({ work, passage }) => `${work.title}${passage.text}`.includes(unknown))
    ? null
    : unknown
}

/**
 * Returns whether a search for a term also searches its counterpart: whether its plan has a term in Latin letters. The
 * mark of the author terms, `\u0001a:`, is removed first, since it has letters of its own.
 */
function isBilingual(plan: object): boolean {
  const terms = JSON.stringify(plan).match(/"term":"[^"]*"/g) ?? []
  return terms.some((each) => LATIN_WORD.test(each.slice('"term":"'.length).replaceAll('\\u0001a:', '')))
}
