import { says } from '@scinav/search'
import type { Evidence } from './evidence/evidence.ts'
import type { Retrieval } from './retrieve.ts'
import type { Negation } from './understanding/negation.ts'

/** What shall be absent and is not said to be so by anything that is cited: that condition could not be searched. */
export function notTold(
  negated: Negation[],
  { absent }: Pick<Retrieval, 'absent'>,
  cited: Pick<Evidence, 'terms' | 'about'>[],
): string[] {
  return negated.flatMap(({ text }, at) => {
    const plan = absent[at]?.plan
    const isTold = plan && cited.some(({ terms, about }) => says(terms, plan) || says(about, plan))
    return isTold ? [] : [`没有查到写明“不含 ${text}”的文献：这个条件没能检索，以下文献未必满足`]
  })
}
