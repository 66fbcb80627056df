import type { Language } from '../../language/question/question.ts'
import { partSubject, type ResearchQuestion } from './read-question.ts'

/** Minimum length of a Chinese name; shorter words are too general: 水稻, 方法. */
const MIN_NAME_CHARS = 3
const MAX_WORDS = 3

/**
 * Returns the main subject of a question that asks several things: 青蒿素, "public-key cryptography"; '' when it is no
 * shorter than the query. The step of the first part requires all words of its query and falls back to this subject
 * when it finds next to nothing. The other parts ask something about the subject, which not every source on it answers.
 */
export function leadingSubject(
  { parts, language }: Pick<ResearchQuestion, 'parts' | 'language'>,
  queries: readonly string[],
): string {
  const [first = ''] = parts
  if (parts.length < 2) return ''
  const subject = partSubject(first)
  if (queries.length !== 1 || queries[0] !== subject) return ''
  const words = subject.split(' ')
  const count = LEADING_WORDS[language](words, first.toLowerCase())
  return count >= words.length ? '' : words.slice(0, count).join(' ')
}

const LEADING_WORDS: Record<Language, (words: string[], text: string) => number> = {
  zh: (words) => {
    let count = 1
    while (words.slice(0, count).join('').length < MIN_NAME_CHARS && count < words.length) count += 1
    return count
  },
  // Adjacent words form one name; a single plain word does not name a subject.
  en: (words, text) => {
    let count = 1
    while (
      count < MAX_WORDS &&
      text.includes(
        words
          .slice(0, count + 1)
          .join(' ')
          .toLowerCase(),
      )
    )
      count += 1
    return count === 1 && !/[-\p{Lu}\d]/u.test(words[0] ?? '') ? Number.POSITIVE_INFINITY : count
  },
}
