import { type DrillClient, listDocuments, postApi, sleep } from './drill-client.ts'
import { isReady, KILL_STAGES, type KillScene, type KillStage, killMoments } from './kill-moments.ts'
import { seededRandom } from './random.ts'
import { registerPerson, startRealServer } from './real-server.ts'
import { TEST_TIMEOUT_MS } from './timeouts.ts'

interface DrillOptions {
  env: { DATA_DIR: string; DATABASE_URL: string }
  /** Number of kills at each stage. */
  kills: number
  seed: number
}

interface DrillOutcome {
  /** Number of kills that met a file at the stage, by stage. */
  met: Record<KillStage, number>
  bytes: KillScene['bytes']
  /** Descriptions of the errors found. */
  faults: string[]
}

/**
 * Kills the server with SIGKILL at each stage of a file's life in turn. Acknowledged changes have to be present after
 * every start, others complete or absent, and at the end every document has reached a final state.
 */
export async function runStagesDrill({ env, kills, seed }: DrillOptions): Promise<DrillOutcome> {
  const random = seededRandom(seed)
  const [bytes, faults]: [KillScene['bytes'], string[]] = [new Map(), []]
  const met = Object.fromEntries(KILL_STAGES.map((stage) => [stage, 0])) as DrillOutcome['met']
  let server = await startRealServer(env)
  try {
    const cookie = await registerPerson(server, env.DATA_DIR)
    for (let round = 0; round < kills * KILL_STAGES.length; round += 1) {
      const stage = KILL_STAGES[round % KILL_STAGES.length] as KillStage
      const client = { server, cookie }
      const { id: dataset_id } = await postApi(client, '/api/project_dataset/create', {
        name: `演练 ${round}`,
      })
      const folder = { name: '一', parent_id: null }
      const { id: folder_id } = await postApi(client, `/api/dataset/${dataset_id}/folder`, folder)
      const scene = { client, dataset_id, folder_id, mark: `${stage} ${round}`, random, bytes }
      const { isMet, check } = await killMoments[stage](scene)
      if (isMet) met[stage] += 1
      server.process.kill('SIGKILL')
      await server.ended
      server = await startRealServer(env)
      faults.push(...(await check({ server, cookie })))
      await waitUntilSettled({ server, cookie }, dataset_id, faults)
    }
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
  return { met, bytes, faults }
}

/** Waits until every document of a dataset is ready and none is being parsed again. */
async function waitUntilSettled(client: DrillClient, dataset_id: string, faults: string[]): Promise<void> {
  for (const late = Date.now() + TEST_TIMEOUT_MS; Date.now() < late; await sleep(50)) {
    const list = await listDocuments(client, dataset_id)
    const failed = list.filter(({ state, error }) => state === 'failed' || error)
    faults.push(...failed.map(({ name, state, error }) => `${name} is ${state}: ${error}`))
    if (failed.length > 0 || list.every(isReady)) return
  }
  faults.push('a document is stuck')
}
