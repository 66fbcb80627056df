import { api } from '@scinav/contract'
import { type CallCase, type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'

/** The number of a job that has ended: a person's export of what is theirs. */
async function createEndedJob(scene: CaseScene, person: Person): Promise<string> {
  const { job_id } = await person.call(api.user.exportData, {})
  await scene.app.runner.drain()
  return job_id
}

/** A call about one job; somebody else's looks like one that nobody has. */
export const jobCase: CallCase = {
  valid: async (scene) => ({ job_id: await createEndedJob(scene, scene.ada) }),
  bad: { job_id: 'x'.repeat(65) },
  foreign: async (scene) => [{ job_id: await createEndedJob(scene, scene.bo) }, { job_id: UNKNOWN_ID }],
}

export const jobsCases: CallCases<typeof api.jobs> = { state: jobCase, watch: jobCase, cancel: jobCase }
