import { api } from '@scinav/contract'
import { uploadArchive } from '../base-archives.ts'
import { type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'
import { createDataset } from './datasets.ts'

async function createExport({ app }: CaseScene, person: Person): Promise<string> {
  const { job_id } = await person.call(api.baseArchive.export, { dataset_id: await createDataset(person) })
  await app.runner.drain()
  return job_id
}

const uploadEmptyArchive = (person: Person) => uploadArchive(person, Buffer.from('no archive'))

async function createImport(person: Person): Promise<string> {
  const { job_id } = await person.call(api.baseArchive.import, {
    upload_id: await uploadEmptyArchive(person),
  })
  return job_id
}

export const baseArchiveCases: CallCases<typeof api.baseArchive> = {
  export: {
    valid: async ({ ada }) => ({ dataset_id: await createDataset(ada) }),
    bad: { dataset_id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ dataset_id: await createDataset(bo) }, { dataset_id: UNKNOWN_ID }],
  },
  exportFile: {
    valid: async (scene) => ({ job_id: await createExport(scene, scene.ada) }),
    bad: { job_id: 'x'.repeat(65) },
    foreign: async (scene) => [{ job_id: await createExport(scene, scene.bo) }, { job_id: UNKNOWN_ID }],
  },
  import: {
    valid: async ({ ada }) => ({ upload_id: await uploadEmptyArchive(ada) }),
    bad: { upload_id: 'x'.repeat(65), name: 'x'.repeat(61) },
    foreign: async ({ bo }) => [{ upload_id: await uploadEmptyArchive(bo) }, { upload_id: UNKNOWN_ID }],
  },
  importState: {
    valid: async ({ ada }) => ({ job_id: await createImport(ada) }),
    bad: { job_id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ job_id: await createImport(bo) }, { job_id: UNKNOWN_ID }],
  },
}
