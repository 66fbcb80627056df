import { api } from '@scinav/contract'
import { type CallCase, type Person, UNKNOWN_ID } from './case.ts'

export const createDataset = async (person: Person) =>
  (await person.call(api.datasets.create, { name: '清单' })).id

/** Builds a case for a call that takes a dataset; the rest of the input is the same in every case. */
export function datasetCase(rest: object, bad: object): CallCase {
  return {
    valid: async ({ ada }) => ({ dataset_id: await createDataset(ada), ...rest }),
    bad,
    foreign: async ({ bo }) => [
      { dataset_id: await createDataset(bo), ...rest },
      { dataset_id: UNKNOWN_ID, ...rest },
    ],
  }
}
