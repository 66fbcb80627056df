// Notes of an answer to the reader about its own limits.
import { NOTHING_FOUND } from '@scinav/contract'
import { inCorners, inDoubleQuotes } from '@scinav/contract/quoted'
import { type Concept, collectTextTerms, statesPlan } from '@scinav/search'
import { findNegations, type Negation } from '../../language/question/negation.ts'
import type { Language } from '../../language/question/question.ts'
import type { Evidence, Retrieval } from '../../retrieval/index.ts'
import type { AnswerPart } from './task.ts'

/** Returns the part that shows a note to the reader above the answer; the text is Chinese. */
export const statusPart = (text: string): AnswerPart => ({ event: 'status', data: { text } })

/**
 * Returns the text that reports that nothing was found, and what was searched.
 *
 * @param unknown words of the question that no paper of the library has.
 */
export function nothingFoundText(language: Language, queries: string[], unknown: string[] = []): string {
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

/**
 * Returns notes on exclusions that no cited passage confirms, because that condition could not be searched.
 *
 * @param negated the exclusions of the question, in the order of `absent` and `excluded`.
 */
export function unmetNegations(
  negated: Negation[],
  { absent, excluded }: Pick<Retrieval, 'absent' | 'excluded'>,
  cited: Pick<Evidence, 'terms' | 'about' | 'passage'>[],
): string[] {
  return negated.flatMap(({ text }, at) => {
    const plan = absent[at]?.plan
    const isConfirmed = cited.some(
      ({ terms, about, passage }) =>
        (plan && (statesPlan(terms, plan) || statesPlan(about, plan))) ||
        statesAbsence(passage, excluded[at] ?? []),
    )
    return isConfirmed ? [] : [`没有查到写明「不含 ${text}」的文献：这个条件没能检索，以下文献未必满足`]
  })
}

/** Returns whether a text itself states that something is not used or not needed. */
function statesAbsence({ heading, text }: Evidence['passage'], things: Concept[]): boolean {
  if (things.length === 0) return false
  return findNegations(`${heading}\n${text}`).some((negation) => {
    const terms = collectTextTerms([negation.text])
    return things.every(({ plan }) => statesPlan(terms, plan))
  })
}
