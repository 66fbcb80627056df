import { passageValues } from '../index/schema.ts'
import type { AllValues } from '../index/values.ts'
import type { NamedFilter } from './filters.ts'
import type { IndexFilter } from './request.ts'

/** Filters of a search over passages. Values of one list are alternatives. */
export interface PassageFilters {
  /** Datasets that may be read; with an empty list nothing is found. */
  dataset_ids: readonly string[]
  /** Restricts the search to these documents; by default every document of the datasets is searched. */
  document_ids?: readonly string[] | undefined
}

/** Plans the filters. An empty list matches nothing: a user without any readable dataset must not see everything. */
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
