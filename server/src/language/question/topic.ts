import { type Question, readQuestion } from './question.ts'

const ANAPHOR =
  /[它他她]|这(?:种|个|些|篇|项|样)|那(?:种|个|些|篇|项)|该|此|其(?!他|它|余|实|间)|上述|后者|前者|\b(?:its?|they|them|their|theirs|this|that|these|those|he|him|his|she|her|one|ones|there|the (?:former|latter))\b/iu
/** A text that goes on from another; in Chinese also one that begins with what somebody did: 「用了多少数据？」. */
const CONTINUATION =
  /^(?:那么?|然后|还有|另外|以及|(?:一共|总共|大约|大概|主要|具体)?(?:用|花|收集|标注|训练|测试|采集|招募|涉及|包含|覆盖|提高|提升|降低|减少|达到|取得|对比|评测)(?:了|过)?(?:多少|几|哪|什么)|(?:and|but|so|also|then)\b)/iu
/** Chinese content of so few characters names no subject. */
const MAX_THIN_QUERY_CHARS = 3

/** A question that points back, goes on or names nothing itself is asked together with what was talked of before. */
export function contextualQuery({ text, query }: Question, earlier: string[]): string {
  const topic = earlier.reduce((before, each) => addTopic(readQuestion(each), before), '')
  return addTopic({ text, query }, topic)
}

/** Whether a question is asked together with those before it. */
export const isFollowUp = (question: string, earlier: string[]): boolean => {
  const read = readQuestion(question)
  return contextualQuery(read, earlier) !== read.query
}

function addTopic({ text, query }: Pick<Question, 'text' | 'query'>, topic: string): string {
  const isThin =
    !/[\p{L}\p{N}]/u.test(query.replace(/\p{Script=Han}/gu, '')) && query.length <= MAX_THIN_QUERY_CHARS
  if (topic === '' || !(isThin || ANAPHOR.test(text) || CONTINUATION.test(text))) return query
  const words = `${query} ${topic}`.split(' ').filter((word) => word !== '')
  return [...new Set(words)].slice(0, MAX_QUERY_WORDS).join(' ')
}

const MAX_QUERY_WORDS = 24
