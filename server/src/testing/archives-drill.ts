import { addFiles, ask, type Client, documentsOf, pause, send, upload } from './drill-client.ts'
import { seededRandom } from './kill-drill.ts'
import { TEST_MS } from './patience.ts'
import { registerReal, startReal } from './real-server.ts'

interface Drill {
  env: { DATA_DIR: string; DATABASE_URL: string }
  kills: number
  /** Documents of the base that is brought in again and again. */
  documents: number
  seed: number
}

interface Outcome {
  kills: number
  /** Imports that were acknowledged, and kills that met one under way. */
  imports: number
  during: number
  /** What is wrong, in words. */
  faults: string[]
}

/** A kill comes so much later at most than a document was there. */
const SPREAD_MS = 300
const OVER: ReadonlySet<string> = new Set(['done', 'failed'])

/**
 * Kills the server with SIGKILL again and again while an archive of a base comes in. Every import that was acknowledged
 * comes to its end after the next start, with every document of the archive in a base of its own, each once.
 */
export async function archivesDrill({ env, kills, documents, seed }: Drill): Promise<Outcome> {
  const random = seededRandom(seed)
  const jobs: string[] = []
  const faults: string[] = []
  let during = 0
  let server = await startReal(env)
  try {
    const cookie = await registerReal(server, env.DATA_DIR)
    const client = { server, cookie }
    const base = await filledBase(client, documents)
    const { job_id } = await send(client, `/api/dataset/${base}/export`, {})
    const bytes = await packed(client, job_id)
    for (let round = 0; round < kills; round += 1) {
      const client = { server, cookie }
      const upload_id = await upload(client, { name: '演练.zip', bytes, purpose: 'archive' })
      const begun = await send(client, '/api/dataset/import', { upload_id })
      if (!begun) throw new Error('an archive was refused')
      jobs.push(begun.job_id)
      // The first as soon as it is promised: of one that is quick enough the others may meet none under way.
      if (round === 0 || (await isMetUnderWay(client, begun.job_id, { documents, random }))) during += 1
      server.process.kill('SIGKILL')
      await server.ended
      server = await startReal(env)
      // The next begins when this one is over: a person has one at a time.
      await until(
        async () => OVER.has((await stateOf({ server, cookie }, begun.job_id)).state),
        `import ${begun.job_id} is stuck`,
      )
    }
    for (const job_id of jobs) faults.push(...(await faultsOf({ server, cookie }, job_id, documents)))
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
  return { kills, imports: jobs.length, during, faults }
}

/** Waits until an import is somewhere, however fast it goes: after so many documents. Answers whether it is not over then. */
async function isMetUnderWay(
  client: Client,
  job_id: string,
  { documents, random }: { documents: number; random: () => number },
): Promise<boolean> {
  const documentsFirst = Math.floor(random() * documents)
  await until(async () => {
    const { state, added } = await stateOf(client, job_id)
    return OVER.has(state) || added >= documentsFirst
  }, 'an import does not come further')
  await pause(random() * SPREAD_MS)
  return !OVER.has((await stateOf(client, job_id)).state)
}

const MOST_OF_A_FORM = 50

const fileOf = (at: number, size: number) =>
  [`${at}.md`, `# 第 ${at} 份\n\n这是第 ${at} 份文件的内容。`.padEnd(size, `\n\n又一段 ${at}。`)] as const

/** A base of so many files of at least `size` signs, all of them read; answers its id. */
export async function filledBase(client: Client, documents: number, size = 0): Promise<string> {
  const { id } = await send(client, '/api/project_dataset/create', { name: '要搬的库' })
  for (let from = 0; from < documents; from += MOST_OF_A_FORM) {
    const count = Math.min(MOST_OF_A_FORM, documents - from)
    const files = Array.from({ length: count }, (_, n) => fileOf(from + n, size))
    await addFiles(client, id, files)
  }
  const ready = async () => (await documentsOf(client, id)).every(({ state }) => state === 'ready')
  await until(ready, 'a document is stuck')
  return id
}

/** What an export packs, when it is over. */
export async function packed(client: Client, job_id: string): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer> | null = null
  await until(async () => {
    const headers = { cookie: client.cookie }
    const answer = await fetch(`${client.server.url}/api/dataset/export/${job_id}`, { headers })
    const content = new Uint8Array(await answer.arrayBuffer())
    if (answer.headers.get('content-type')?.includes('zip')) bytes = content
    return bytes !== null
  }, 'the base was not packed')
  return bytes ?? new Uint8Array()
}

const LOOK_MS = 20

export async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const late = Date.now() + TEST_MS; Date.now() < late; await pause(LOOK_MS)) if (await isSo()) return
  throw new Error(otherwise)
}

interface State {
  state: string
  dataset_id: string | null
  error: string | null
  total: number
  added: number
  joined: number
  failed: number
}

const stateOf = (client: Client, job_id: string): Promise<State> =>
  ask(client, `/api/dataset/import/${job_id}`)

/** What is wrong with an import, once it is over and its documents are read. */
async function faultsOf(client: Client, job_id: string, documents: number): Promise<string[]> {
  let told = await stateOf(client, job_id)
  await until(
    async () => {
      told = await stateOf(client, job_id)
      return OVER.has(told.state)
    },
    `import ${job_id} is stuck: ${JSON.stringify(told)}`,
  )
  const { state, dataset_id, total, failed } = told
  if (state !== 'done' || dataset_id === null || total !== documents || failed > 0)
    return [`import ${job_id}: ${JSON.stringify(told)}`]
  let there = await documentsOf(client, dataset_id)
  await until(async () => {
    there = await documentsOf(client, dataset_id)
    return there.every((each) => each.state === 'ready' || each.state === 'failed')
  }, `a document of import ${job_id} is stuck`)
  const names = new Set(there.filter((each) => each.state === 'ready').map(({ name }) => name))
  return there.length === documents && names.size === documents
    ? []
    : [
        `import ${job_id} has ${there.length} documents, ${names.size} of them once and ready, of ${documents}`,
      ]
}
