import { api } from '@scinav/contract'
import { type CallCase, type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'
import { createDataset, datasetCase } from './datasets.ts'

/** Creates a file document that waits to be parsed. */
export async function createDocument(person: Person) {
  const dataset_id = await createDataset(person)
  const { results } = await person.call(api.ingestion.add, { dataset_id })
  return { dataset_id, document_id: results[0]?.document?.id ?? '' }
}

/** Builds a case for a call that takes a document; the rest of the input is the same in every case. */
function documentCase(rest: object, bad: object): CallCase {
  const input = async (person: Person) => ({
    document_id: (await createDocument(person)).document_id,
    ...rest,
  })
  return {
    valid: ({ ada }) => input(ada),
    bad,
    foreign: async ({ bo }) => [await input(bo), { document_id: UNKNOWN_ID, ...rest }],
  }
}

async function createParse(_: CaseScene, person: Person) {
  const { document_id } = await createDocument(person)
  return (await person.call(api.ingestion.parseFile, { document_id })).parse_id
}

export const ingestionCases: CallCases<typeof api.ingestion> = {
  add: datasetCase({}, { dataset_id: 'x'.repeat(65) }),
  check: datasetCase({ files: [{ size: 5, sha256: 'a'.repeat(64) }] }, { dataset_id: 'x', files: [] }),
  operate: documentCase(
    { operation: 'rename', name: '新名.txt' },
    { document_id: 'x', operation: 'rename', name: ' ' },
  ),
  remove: documentCase({}, { document_id: 'x', for_good: 'perhaps' }),
  bin: datasetCase({}, { dataset_id: 'x', page_size: 0 }),
  progress: datasetCase({ document_ids: [UNKNOWN_ID] }, { dataset_id: 'x'.repeat(65) }),
  parseFile: documentCase({}, {}),
  parseState: {
    valid: async (scene) => ({ parse_id: await createParse(scene, scene.ada) }),
    bad: { parse_id: '' },
    foreign: async (scene) => [{ parse_id: await createParse(scene, scene.bo) }, { parse_id: UNKNOWN_ID }],
  },
}

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
