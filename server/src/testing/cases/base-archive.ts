import { api } from '@scinav/contract'
import { uploadArchive } from '../base-archives.ts'
import { type CasesOf, NOBODY, type Person, type Scene } from './case.ts'

const datasetOf = async (person: Person) => (await person.call(api.datasets.create, { name: '清单' })).id

async function exportOf({ app }: Scene, person: Person): Promise<string> {
  const { job_id } = await person.call(api.baseArchive.export, { dataset_id: await datasetOf(person) })
  await app.runner.drain()
  return job_id
}

const archiveOf = (person: Person) => uploadArchive(person, Buffer.from('no archive'))

async function importOf(person: Person): Promise<string> {
  const { job_id } = await person.call(api.baseArchive.import, { upload_id: await archiveOf(person) })
  return job_id
}

export const baseArchiveCases: CasesOf<typeof api.baseArchive> = {
  export: {
    valid: async ({ ada }) => ({ dataset_id: await datasetOf(ada) }),
    bad: { dataset_id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ dataset_id: await datasetOf(bo) }, { dataset_id: NOBODY }],
  },
  exportFile: {
    valid: async (scene) => ({ job_id: await exportOf(scene, scene.ada) }),
    bad: { job_id: 'x'.repeat(65) },
    foreign: async (scene) => [{ job_id: await exportOf(scene, scene.bo) }, { job_id: NOBODY }],
  },
  import: {
    valid: async ({ ada }) => ({ upload_id: await archiveOf(ada) }),
    bad: { upload_id: 'x'.repeat(65), name: 'x'.repeat(61) },
    foreign: async ({ bo }) => [{ upload_id: await archiveOf(bo) }, { upload_id: NOBODY }],
  },
  importState: {
    valid: async ({ ada }) => ({ job_id: await importOf(ada) }),
    bad: { job_id: 'x'.repeat(65) },
    foreign: async ({ bo }) => [{ job_id: await importOf(bo) }, { job_id: NOBODY }],
  },
}
