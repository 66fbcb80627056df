import type { Language } from '../../language/question/question.ts'
import { partSubject, type ResearchQuestion } from './read-question.ts'

/** Fewer signs name too much: 水稻, 方法. */
const MIN_NAME_CHARS = 3
const MAX_WORDS = 3

/**
 * What a question that asks several things is about before all else: 青蒿素, "public-key cryptography". The step of its
 * first part, whose search wants all that it says, is looked up by this too where it finds next to nothing; '' where that
 * says no less. The other parts ask something of the subject that whatever is on it does not answer.
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
  // Words that stand together are one name; one plain word is none.
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
