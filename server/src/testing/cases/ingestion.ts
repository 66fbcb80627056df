import { api } from '@scinav/contract'
import { type Case, type CasesOf, NOBODY, type Person, type Scene } from './case.ts'
import { datasetOf, ofDataset } from './of-dataset.ts'

/** A document that is a file, which waits to be parsed. */
export async function documentOf(person: Person) {
  const dataset_id = await datasetOf(person)
  const { results } = await person.call(api.ingestion.add, { dataset_id })
  return { dataset_id, document_id: results[0]?.document?.id ?? '' }
}

/** A call that takes a document and the same rest in every case. */
function ofDocument(rest: object, bad: object): Case {
  const input = async (person: Person) => ({ document_id: (await documentOf(person)).document_id, ...rest })
  return {
    valid: ({ ada }) => input(ada),
    bad,
    foreign: async ({ bo }) => [await input(bo), { document_id: NOBODY, ...rest }],
  }
}

async function parseOf(_: Scene, person: Person) {
  const { document_id } = await documentOf(person)
  return (await person.call(api.ingestion.parseFile, { document_id })).parse_id
}

export const ingestionCases: CasesOf<typeof api.ingestion> = {
  add: ofDataset({}, { dataset_id: 'x'.repeat(65) }),
  check: ofDataset({ files: [{ size: 5, sha256: 'a'.repeat(64) }] }, { dataset_id: 'x', files: [] }),
  operate: ofDocument(
    { operation: 'rename', name: '新名.txt' },
    { document_id: 'x', operation: 'rename', name: ' ' },
  ),
  remove: ofDocument({}, { document_id: 'x', for_good: 'perhaps' }),
  bin: ofDataset({}, { dataset_id: 'x', page_size: 0 }),
  progress: ofDataset({ document_ids: [NOBODY] }, { dataset_id: 'x'.repeat(65) }),
  parseFile: ofDocument({}, {}),
  parseState: {
    valid: async (scene) => ({ parse_id: await parseOf(scene, scene.ada) }),
    bad: { parse_id: '' },
    foreign: async (scene) => [{ parse_id: await parseOf(scene, scene.bo) }, { parse_id: NOBODY }],
  },
}
