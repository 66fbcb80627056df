import { api } from '@scinav/contract'
import { type Case, type CasesOf, NOBODY, type Person, type Scene } from './case.ts'

/** The number of a job that has ended: a person's export of what is theirs. */
async function jobOf(scene: Scene, person: Person): Promise<string> {
  const { job_id } = await person.call(api.user.exportData, {})
  await scene.app.runner.drain()
  return job_id
}

/** A call about one job; somebody else's looks like one that nobody has. */
export const aJob: Case = {
  valid: async (scene) => ({ job_id: await jobOf(scene, scene.ada) }),
  bad: { job_id: 'x'.repeat(65) },
  foreign: async (scene) => [{ job_id: await jobOf(scene, scene.bo) }, { job_id: NOBODY }],
}

export const jobsCases: CasesOf<typeof api.jobs> = { state: aJob, watch: aJob, cancel: aJob }
