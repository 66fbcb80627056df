import { passageValues } from '../index/schema.ts'
import type { AllValues } from '../index/values.ts'
import type { NamedFilter } from './filters.ts'
import type { IndexFilter } from './request.ts'

/** What narrows a search among passages. Values inside one list are alternatives. */
export interface PassageFilters {
  /** The datasets that may be read; none means that nothing may be. */
  dataset_ids: readonly string[]
  /** Left out: every document of those datasets. */
  document_ids?: readonly string[] | undefined
}

/** An empty list finds nothing: whoever may read nothing must not be shown everything. */
export function passageFilters(
  { dataset_ids, document_ids }: PassageFilters,
  values: AllValues,
): NamedFilter[] {
  const among = (keys: string[]): IndexFilter['plan'] => ({
    op: 'values',
    column: 'subject',
    numbers: keys.flatMap((key) => values.subject.numberOf(key) ?? []),
  })
  const datasets: NamedFilter = {
    name: 'dataset_ids',
    facet: null,
    plan: among(dataset_ids.map(passageValues.dataset)),
  }
  if (!document_ids) return [datasets]
  return [
    datasets,
    { name: 'document_ids', facet: null, plan: among(document_ids.map(passageValues.document)) },
  ]
}
