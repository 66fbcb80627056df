import { api } from '@scinav/contract'
import { type CasesOf, NOBODY, type Person } from './case.ts'

const uploadOf = async (person: Person) =>
  (await person.call(api.upload.begin, { name: 'a.ris', size: 5 })).id

export const uploadCases: CasesOf<typeof api.upload> = {
  begin: { valid: () => ({ name: 'refs.ris', size: 5 }), bad: { name: '', size: 0, sha256: 'x' } },
  part: {
    valid: async ({ ada }) => ({ id: await uploadOf(ada), offset: 0 }),
    bad: { id: 'x', offset: -1 },
    foreign: async ({ bo }) => [
      { id: await uploadOf(bo), offset: 0 },
      { id: NOBODY, offset: 0 },
    ],
  },
  state: {
    valid: async ({ ada }) => ({ id: await uploadOf(ada) }),
    bad: { id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ id: await uploadOf(bo) }, { id: NOBODY }],
  },
}
