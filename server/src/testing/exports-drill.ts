import { filledBase, packed, until } from './archives-drill.ts'
import { toldBy } from './base-archives.ts'
import { ask, type Client, pause, send } from './drill-client.ts'
import { seededRandom } from './kill-drill.ts'
import { registerReal, startReal } from './real-server.ts'

interface Drill {
  env: { DATA_DIR: string; DATABASE_URL: string }
  kills: number
  /** Documents of the base that is packed again and again, and how many signs each has. */
  documents: number
  size: number
  seed: number
}

interface Outcome {
  /** Kills that met an export under way. */
  during: number
  /** What is wrong, in words. */
  faults: string[]
}

/**
 * Kills the server with SIGKILL again and again while a base is packed. Every export that was acknowledged comes to its
 * end after the next start, and says what one says that nobody disturbed.
 */
export async function exportsDrill({ env, kills, documents, size, seed }: Drill): Promise<Outcome> {
  const random = seededRandom(seed)
  const faults: string[] = []
  let during = 0
  let server = await startReal(env)
  try {
    const cookie = await registerReal(server, env.DATA_DIR)
    const base = await filledBase({ server, cookie }, documents, size)
    const begin = async (client: Client): Promise<string> =>
      (await send(client, `/api/dataset/${base}/export`, {})).job_id
    const started = performance.now()
    const wanted = toldBy(await packed({ server, cookie }, await begin({ server, cookie })))
    const usual_ms = performance.now() - started
    for (let round = 0; round < kills; round += 1) {
      const job_id = await begin({ server, cookie })
      // The first as soon as it is promised: the others may come behind the end of one that was quick.
      if (round > 0) await pause(random() * usual_ms)
      if (round === 0 || (await stateOf({ server, cookie }, job_id)).state !== 'done') during += 1
      server.process.kill('SIGKILL')
      await server.ended
      server = await startReal(env)
      faults.push(...(await faultsOf({ server, cookie }, job_id, wanted)))
    }
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
  return { during, faults }
}

interface State {
  state: string
  error: string | null
}

const stateOf = (client: Client, job_id: string): Promise<State> => ask(client, `/api/job/${job_id}`)

async function faultsOf(
  client: Client,
  job_id: string,
  wanted: ReturnType<typeof toldBy>,
): Promise<string[]> {
  let told: State = { state: '', error: null }
  await until(async () => {
    told = await stateOf(client, job_id)
    return told.state !== 'queued' && told.state !== 'running'
  }, `export ${job_id} is stuck`)
  if (told.state !== 'done') return [`export ${job_id} is ${told.state}: ${told.error}`]
  const found = toldBy(await packed(client, job_id))
  return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [`export ${job_id} says something else`]
}
