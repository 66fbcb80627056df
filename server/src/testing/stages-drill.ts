import { type Client, documentsOf, pause, send } from './drill-client.ts'
import { seededRandom } from './kill-drill.ts'
import { isReady, moments, type Scene, STAGES, type Stage } from './kill-moments.ts'
import { TEST_MS } from './patience.ts'
import { registerReal, startReal } from './real-server.ts'

interface Drill {
  env: { DATA_DIR: string; DATABASE_URL: string }
  /** Kills at each stage. */
  kills: number
  seed: number
}

interface Outcome {
  /** Kills that met a file at their stage, and not behind it. */
  met: Record<Stage, number>
  bytes: Scene['bytes']
  /** What is wrong, in words. */
  faults: string[]
}

/**
 * Kills the server with SIGKILL where a file stands at each stage of its life, in turns. What was acknowledged is there
 * after every start, what was not is whole or not there, and at the end every document has come to an end of its own.
 */
export async function stagesDrill({ env, kills, seed }: Drill): Promise<Outcome> {
  const random = seededRandom(seed)
  const [bytes, faults]: [Scene['bytes'], string[]] = [new Map(), []]
  const met = Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Outcome['met']
  let server = await startReal(env)
  try {
    const cookie = await registerReal(server, env.DATA_DIR)
    for (let round = 0; round < kills * STAGES.length; round += 1) {
      const stage = STAGES[round % STAGES.length] as Stage
      const client = { server, cookie }
      const { id: dataset_id } = await send(client, '/api/project_dataset/create', { name: `演练 ${round}` })
      const folder = { name: '一', parent_id: null }
      const { id: folder_id } = await send(client, `/api/dataset/${dataset_id}/folder`, folder)
      const scene = { client, dataset_id, folder_id, mark: `${stage} ${round}`, random, bytes }
      const { isMet, check } = await moments[stage](scene)
      if (isMet) met[stage] += 1
      server.process.kill('SIGKILL')
      await server.ended
      server = await startReal(env)
      faults.push(...(await check({ server, cookie })))
      await settle({ server, cookie }, dataset_id, faults)
    }
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
  return { met, bytes, faults }
}

/** Waits until every document of a dataset is ready and none is being made anew. */
async function settle(client: Client, dataset_id: string, faults: string[]): Promise<void> {
  for (const late = Date.now() + TEST_MS; Date.now() < late; await pause(50)) {
    const list = await documentsOf(client, dataset_id)
    const failed = list.filter(({ state, error }) => state === 'failed' || error)
    faults.push(...failed.map(({ name, state, error }) => `${name} is ${state}: ${error}`))
    if (failed.length > 0 || list.every(isReady)) return
  }
  faults.push('a document is stuck')
}
