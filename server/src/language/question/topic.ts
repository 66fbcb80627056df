import { analyze } from '@scinav/search'
import { anyOf, phrasePattern } from '../phrases.ts'
import { type Question, readQuestion } from './question.ts'

/** Words that refer back to something named before them. */
const ANAPHOR = phrasePattern('anaphora/anaphor')
/** Openings of a text that continues another; in Chinese also a verb without a subject: 「用了多少数据？」. */
const CONTINUATION = new RegExp(`^${anyOf('anaphora/continuation')}`, 'iu')
/** Chinese queries of at most this many characters name no subject. */
const MAX_THIN_QUERY_CHARS = 3
/** Bounds the words of a completed query. */
const MAX_QUERY_WORDS = 24

/**
 * Returns the query of a question. One that refers back, continues the conversation or names no subject of its own is
 * completed with the topic of the earlier questions.
 *
 * @param earlier the questions before it, the oldest first.
 */
export function contextualQuery({ text, query }: Question, earlier: string[]): string {
  const topic = earlier.reduce((topicBefore, each) => addTopic(readQuestion(each), topicBefore), '')
  return addTopic({ text, query }, topic)
}

/** Returns whether a question takes its topic from the questions before it. */
export const isFollowUp = (question: string, earlier: string[]): boolean => {
  const parsed = readQuestion(question)
  return contextualQuery(parsed, earlier) !== parsed.query
}

/** Returns the query of a question, followed by the words of the topic if it depends on what came before. */
function addTopic({ text, query }: Pick<Question, 'text' | 'query'>, topic: string): string {
  const isThin =
    !/[\p{L}\p{N}]/u.test(query.replace(/\p{Script=Han}/gu, '')) && query.length <= MAX_THIN_QUERY_CHARS
  if (topic === '' || !(isThin || ANAPHOR.test(text) || CONTINUATION.test(text))) return query
  const words = `${query} ${topic}`.split(' ').filter((word) => word !== '')
  return [...new Set(words)].slice(0, MAX_QUERY_WORDS).join(' ')
}

/** Returns whether a text shares a content word with another; true when the first text has none. */
export function sharesWords(one: string, other: string): boolean {
  const otherTerms = new Set(contentTerms(other))
  const terms = contentTerms(one)
  return terms.length === 0 || terms.some((term) => otherTerms.has(term))
}

const contentTerms = (text: string) => analyze(readQuestion(text).query || text).map(({ term }) => term)
