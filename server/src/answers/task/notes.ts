import { NOTHING_FOUND } from '@scinav/contract'
import { inCorners, inDoubleQuotes } from '@scinav/contract/quoted'
import type { Language } from '../../language/question/question.ts'

/**
 * Returns the text that reports that nothing was found, and what was searched.
 *
 * @param unknown words of the question that no paper of the library has.
 */
export function nothingFound(language: Language, queries: string[], unknown: string[] = []): string {
  const tried = [...new Set(queries)].filter((query) => query !== '')
  if (language === 'zh') {
    if (tried.length === 0) return `${NOTHING_FOUND}。请说明想了解的主题。`
    const nowhere = unknown.length > 0 ? `库中没有文献提到${quoteTerms('zh', unknown)}。` : ''
    return `${NOTHING_FOUND}。已尝试检索：${quoteTerms('zh', tried)}。${nowhere}可以换用更具体的术语，或先导入相关文献。`
  }
  if (tried.length === 0) return `No relevant literature was found (${NOTHING_FOUND}). Please name a subject.`
  const nowhere = unknown.length > 0 ? ` Nothing in the library mentions ${quoteTerms('en', unknown)}.` : ''
  return `No relevant literature was found (${NOTHING_FOUND}). Searched for: ${quoteTerms('en', tried)}.${nowhere} Try more specific terms, or import papers on the subject first.`
}

/** Returns the text that names words of the question which the library lacks, next to related papers. */
export const unknownTermsText = (language: Language, unknown: string[]): string =>
  language === 'zh'
    ? `库中没有文献提到${quoteTerms('zh', unknown)}`
    : `Nothing in the library mentions ${quoteTerms('en', unknown)}`

const quoteTerms = (language: Language, words: string[]): string =>
  language === 'zh'
    ? words.map((word) => inCorners(word)).join('、')
    : words.map((word) => inDoubleQuotes(word)).join(', ')
