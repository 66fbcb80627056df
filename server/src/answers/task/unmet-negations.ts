import { type Concept, collectTextTerms, statesPlan } from '@scinav/search'
import { findNegations, type Negation } from '../../language/question/negation.ts'
import type { Evidence, Retrieval } from '../../retrieval/index.ts'

/** Returns notes on exclusions that no cited passage confirms, because that condition could not be searched. */
export function unmetNegations(
  negated: Negation[],
  { absent, unwanted }: Pick<Retrieval, 'absent' | 'unwanted'>,
  cited: Pick<Evidence, 'terms' | 'about' | 'passage'>[],
): string[] {
  return negated.flatMap(({ text }, at) => {
    const plan = absent[at]?.plan
    const isTold = cited.some(
      ({ terms, about, passage }) =>
        (plan && (statesPlan(terms, plan) || statesPlan(about, plan))) ||
        statesAbsence(passage, unwanted[at] ?? []),
    )
    return isTold ? [] : [`没有查到写明「不含 ${text}」的文献：这个条件没能检索，以下文献未必满足`]
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
