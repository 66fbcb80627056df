import type { Language } from '../../language/question/question.ts'
import { type Asked, subjectOf } from './read-asked.ts'

/** Fewer signs name too much: 水稻, 方法. */
const LEAST_NAME = 3
const MOST_WORDS = 3

/**
 * What a question that asks several things is about before all else: 青蒿素, "public-key cryptography". The step of its
 * first part, whose search wants all that it says, is looked up by this too where it finds next to nothing; '' where that
 * says no less. The other parts ask something of the subject that whatever is on it does not answer.
 */
export function firstNamed(
  { parts, language }: Pick<Asked, 'parts' | 'language'>,
  queries: readonly string[],
): string {
  const [first = ''] = parts
  if (parts.length < 2) return ''
  const subject = subjectOf(first)
  if (queries.length !== 1 || queries[0] !== subject) return ''
  const words = subject.split(' ')
  const count = LEADING[language](words, first.toLowerCase())
  return count >= words.length ? '' : words.slice(0, count).join(' ')
}

const LEADING: Record<Language, (words: string[], text: string) => number> = {
  zh: (words) => {
    let count = 1
    while (words.slice(0, count).join('').length < LEAST_NAME && count < words.length) count += 1
    return count
  },
  // Words that stand together are one name; one plain word is none.
  en: (words, text) => {
    let count = 1
    while (
      count < MOST_WORDS &&
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
