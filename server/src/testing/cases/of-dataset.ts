import { api } from '@scinav/contract'
import { type Case, NOBODY, type Person } from './case.ts'

export const datasetOf = async (person: Person) =>
  (await person.call(api.datasets.create, { name: '清单' })).id

/** A call that takes a dataset and the same rest in every case. */
export function ofDataset(rest: object, bad: object): Case {
  return {
    valid: async ({ ada }) => ({ dataset_id: await datasetOf(ada), ...rest }),
    bad,
    foreign: async ({ bo }) => [
      { dataset_id: await datasetOf(bo), ...rest },
      { dataset_id: NOBODY, ...rest },
    ],
  }
}
