import { api } from '@scinav/contract'
import { type CallCase, type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'
import { createDataset, datasetCase } from './dataset-case.ts'

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
