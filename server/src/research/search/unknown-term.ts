import { conceptNames } from '../../retrieval/index.ts'
import { besideSubject } from '../plan/templates.ts'
import type { Retrieved } from './found.ts'

const HAN = /^\p{Script=Han}{2,12}$/u
const LATIN = /[a-z]{2,}/

/**
 * The first Chinese term of a question that nothing stands for in the other language, and that nothing which was found says.
 * Null where all are known, or the question is not in Chinese.
 */
export function unknownTerm(
  { query, concepts, question, evidence }: Retrieved,
  asked: string,
): string | null {
  if (question.language !== 'zh') return null
  const beside = besideSubject('zh')
  // Where a term stands beside its counterpart, its own name is looked at.
  const chinese = query.split(' ').filter((word) => /\p{Script=Han}/u.test(word))
  const names = conceptNames(chinese.join(' '), concepts)
  const known = names.filter(({ plan }) => isInBoth(plan))
  // What is known by a part of a term is known.
  const runs = asked.match(/\p{Script=Han}+/gu) ?? []
  const words = query.split(' ').filter((word) => HAN.test(word) && !beside.has(word))
  const unknown = words.find(
    (word) => !known.some(({ label }) => word.includes(label) || label.includes(word)),
  )
  if (unknown === undefined || !runs.some((run) => run.includes(unknown))) return null
  return evidence.some(({ work, passage }) => `${work.title}${passage.text}`.includes(unknown))
    ? null
    : unknown
}

/** Whether a search of a term looks for its counterpart too. */
const isInBoth = (plan: object): boolean => {
  const terms = JSON.stringify(plan).match(/"term":"[^"]*"/g) ?? []
  return terms.some((each) => LATIN.test(each.slice('"term":"'.length).replaceAll('\\u0001a:', '')))
}
