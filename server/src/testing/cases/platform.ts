import { api } from '@scinav/contract'
import { type CallCase, type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'

/** Returns the id of a completed job: a user's personal data export. */
async function createEndedJob(scene: CaseScene, person: Person): Promise<string> {
  const { job_id } = await person.call(api.user.exportData, {})
  await scene.app.runner.drain()
  return job_id
}

/** A call that takes a job; the job of another user is treated as unknown. */
export const jobCase: CallCase = {
  valid: async (scene) => ({ job_id: await createEndedJob(scene, scene.ada) }),
  bad: { job_id: 'x'.repeat(65) },
  foreign: async (scene) => [{ job_id: await createEndedJob(scene, scene.bo) }, { job_id: UNKNOWN_ID }],
}

export const jobsCases: CallCases<typeof api.jobs> = { state: jobCase, watch: jobCase, cancel: jobCase }

export const noticesCases: CallCases<typeof api.notices> = {
  list: { valid: () => ({}), bad: { page_num: 0 } },
  read: { valid: () => ({ ids: [] }), bad: { ids: ['x'.repeat(65)] } },
}
