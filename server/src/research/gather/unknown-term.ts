import { conceptNames } from '../../retrieval/index.ts'
import { nonSubjectWords } from '../plan/templates.ts'
import type { RetrievalResult } from './search-result.ts'

const HAN_TERM = /^\p{Script=Han}{2,12}$/u
const LATIN_WORD = /[a-z]{2,}/

/**
 * Returns the first Chinese term of a question that has no counterpart in the other language and does not occur in the
 * results; null when all terms are known or the question is not in Chinese.
 */
export function findUnknownTerm(
  { query, concepts, question, evidence }: RetrievalResult,
  asked: string,
): string | null {
  if (question.language !== 'zh') return null
  const beside = nonSubjectWords('zh')
  // When a term is next to its counterpart, its own name is examined.
  const chinese = query.split(' ').filter((word) => /\p{Script=Han}/u.test(word))
  const names = conceptNames(chinese.join(' '), concepts)
  const known = names.filter(({ plan }) => isBilingual(plan))
  // A term that contains a known term is known.
  const runs = asked.match(/\p{Script=Han}+/gu) ?? []
  const words = query.split(' ').filter((word) => HAN_TERM.test(word) && !beside.has(word))
  const unknown = words.find(
    (word) => !known.some(({ label }) => word.includes(label) || label.includes(word)),
  )
  if (unknown === undefined || !runs.some((run) => run.includes(unknown))) return null
  return evidence.some(({ work, passage }) => `${work.title}${passage.text}`.includes(unknown))
    ? null
    : unknown
}

/** Returns whether a search for a term also searches its counterpart. */
const isBilingual = (plan: object): boolean => {
  const terms = JSON.stringify(plan).match(/"term":"[^"]*"/g) ?? []
  return terms.some((each) => LATIN_WORD.test(each.slice('"term":"'.length).replaceAll('\\u0001a:', '')))
}
