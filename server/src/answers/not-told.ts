import { type Concept, says, termsIn } from '@scinav/search'
import { type Negation, negationsIn } from '../language/question/negation.ts'
import type { Evidence, Retrieval } from '../retrieval/index.ts'

/** What shall be absent and is not said to be so by anything that is cited: that condition could not be searched. */
export function notTold(
  negated: Negation[],
  { absent, unwanted }: Pick<Retrieval, 'absent' | 'unwanted'>,
  cited: Pick<Evidence, 'terms' | 'about' | 'passage'>[],
): string[] {
  return negated.flatMap(({ text }, at) => {
    const plan = absent[at]?.plan
    const isTold = cited.some(
      ({ terms, about, passage }) =>
        (plan && (says(terms, plan) || says(about, plan))) || writesAbsence(passage, unwanted[at] ?? []),
    )
    return isTold ? [] : [`没有查到写明「不含 ${text}」的文献：这个条件没能检索，以下文献未必满足`]
  })
}

/** Whether a text says in its own words that something is not used or not needed. */
function writesAbsence({ heading, text }: Evidence['passage'], things: Concept[]): boolean {
  if (things.length === 0) return false
  return negationsIn(`${heading}\n${text}`).some((negation) => {
    const terms = termsIn([negation.text])
    return things.every(({ plan }) => says(terms, plan))
  })
}
