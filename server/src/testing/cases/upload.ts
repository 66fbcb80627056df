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

const fileOf = async (person: Person) => (await person.call(api.files.create, {})).id

export const filesCases: CasesOf<typeof api.files> = {
  create: { valid: () => ({}) },
  fromUpload: {
    valid: async ({ ada }) => {
      const upload_id = await uploadOf(ada)
      await ada.call(api.upload.part, { id: upload_id, offset: 0 })
      return { upload_id }
    },
    bad: { upload_id: '' },
    foreign: async ({ bo }) => [{ upload_id: await uploadOf(bo) }, { upload_id: NOBODY }],
  },
  read: {
    valid: async ({ ada }) => ({ file_id: await fileOf(ada) }),
    bad: { file_id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ file_id: await fileOf(bo) }, { file_id: NOBODY }],
  },
  remove: {
    valid: async ({ ada }) => ({ file_id: await fileOf(ada) }),
    bad: { file_id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ file_id: await fileOf(bo) }, { file_id: NOBODY }],
  },
}
