import { api } from '@scinav/contract'
import { type CallCases, type Person, UNKNOWN_ID } from './case.ts'

const beginUpload = async (person: Person) =>
  (await person.call(api.upload.begin, { name: 'a.ris', size: 5 })).id

export const uploadCases: CallCases<typeof api.upload> = {
  begin: { valid: () => ({ name: 'refs.ris', size: 5 }), bad: { name: '', size: 0, sha256: 'x' } },
  part: {
    valid: async ({ ada }) => ({ id: await beginUpload(ada), offset: 0 }),
    bad: { id: 'x', offset: -1 },
    foreign: async ({ bo }) => [
      { id: await beginUpload(bo), offset: 0 },
      { id: UNKNOWN_ID, offset: 0 },
    ],
  },
  state: {
    valid: async ({ ada }) => ({ id: await beginUpload(ada) }),
    bad: { id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ id: await beginUpload(bo) }, { id: UNKNOWN_ID }],
  },
}

const createFile = async (person: Person) => (await person.call(api.files.create, {})).id

export const filesCases: CallCases<typeof api.files> = {
  create: { valid: () => ({}) },
  fromUpload: {
    valid: async ({ ada }) => {
      const upload_id = await beginUpload(ada)
      await ada.call(api.upload.part, { id: upload_id, offset: 0 })
      return { upload_id }
    },
    bad: { upload_id: '' },
    foreign: async ({ bo }) => [{ upload_id: await beginUpload(bo) }, { upload_id: UNKNOWN_ID }],
  },
  read: {
    valid: async ({ ada }) => ({ file_id: await createFile(ada) }),
    bad: { file_id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ file_id: await createFile(bo) }, { file_id: UNKNOWN_ID }],
  },
  remove: {
    valid: async ({ ada }) => ({ file_id: await createFile(ada) }),
    bad: { file_id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ file_id: await createFile(bo) }, { file_id: UNKNOWN_ID }],
  },
}
