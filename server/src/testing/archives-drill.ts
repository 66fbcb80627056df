import {
  addFiles,
  callApi,
  type DrillClient,
  listDocuments,
  postApi,
  sleep,
  uploadFile,
} from './drill-client.ts'
import { seededRandom } from './random.ts'
import { registerPerson, startRealServer } from './real-server.ts'
import { TEST_TIMEOUT_MS } from './timeouts.ts'

interface DrillOptions {
  env: { DATA_DIR: string; DATABASE_URL: string }
  kills: number
  /** Number of documents in the dataset that is imported repeatedly. */
  documents: number
  seed: number
}

interface DrillOutcome {
  kills: number
  /** Number of acknowledged imports, and of kills during an import. */
  imports: number
  during: number
  /** Descriptions of the errors found. */
  faults: string[]
}

/** Maximum random delay of a kill after the awaited document, in milliseconds. */
const KILL_SPREAD_MS = 300
const ENDED_STATES: ReadonlySet<string> = new Set(['done', 'failed'])

/**
 * Kills the server with SIGKILL repeatedly while an archive is imported. Every acknowledged import has to end after the
 * next start, with each document of the archive exactly once in a new dataset.
 */
export async function runArchivesDrill({ env, kills, documents, seed }: DrillOptions): Promise<DrillOutcome> {
  const random = seededRandom(seed)
  const jobs: string[] = []
  const faults: string[] = []
  let during = 0
  let server = await startRealServer(env)
  try {
    const cookie = await registerPerson(server, env.DATA_DIR)
    const client = { server, cookie }
    const base = await createFilledDataset(client, documents)
    const { job_id } = await postApi(client, `/api/dataset/${base}/export`, {})
    const bytes = await downloadExport(client, job_id)
    for (let round = 0; round < kills; round += 1) {
      const client = { server, cookie }
      const upload_id = await uploadFile(client, { name: '演练.zip', bytes, purpose: 'archive' })
      const started = await postApi(client, '/api/dataset/import', { upload_id })
      if (!started) throw new Error('an archive was refused')
      jobs.push(started.job_id)
      // The first kill comes as soon as the import is accepted: on a fast machine the later ones may meet no running
      // import.
      if (round === 0 || (await waitUntilUnderWay(client, started.job_id, { documents, random }))) during += 1
      server.process.kill('SIGKILL')
      await server.ended
      server = await startRealServer(env)
      // The next import starts when this one is over, since a user may run only one at a time.
      await waitUntil(
        async () => ENDED_STATES.has((await getImportState({ server, cookie }, started.job_id)).state),
        `import ${started.job_id} is stuck`,
      )
    }
    for (const job_id of jobs) faults.push(...(await findImportFaults({ server, cookie }, job_id, documents)))
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
  return { kills, imports: jobs.length, during, faults }
}

/** Waits until an import has added a random number of documents; returns whether it is still running. */
async function waitUntilUnderWay(
  client: DrillClient,
  job_id: string,
  { documents, random }: { documents: number; random: () => number },
): Promise<boolean> {
  const documentsFirst = Math.floor(random() * documents)
  await waitUntil(async () => {
    const { state, added } = await getImportState(client, job_id)
    return ENDED_STATES.has(state) || added >= documentsFirst
  }, 'an import does not come further')
  await sleep(random() * KILL_SPREAD_MS)
  return !ENDED_STATES.has((await getImportState(client, job_id)).state)
}

const MAX_FILES_PER_FORM = 50

const sampleFile = (at: number, size: number) =>
  [`${at}.md`, `# 第 ${at} 份\n\n这是第 ${at} 份文件的内容。`.padEnd(size, `\n\n又一段 ${at}。`)] as const

/** Creates a dataset with parsed files of at least `size` characters; returns its id. */
export async function createFilledDataset(client: DrillClient, documents: number, size = 0): Promise<string> {
  const { id } = await postApi(client, '/api/project_dataset/create', { name: '要搬的库' })
  for (let from = 0; from < documents; from += MAX_FILES_PER_FORM) {
    const count = Math.min(MAX_FILES_PER_FORM, documents - from)
    const files = Array.from({ length: count }, (_, n) => sampleFile(from + n, size))
    await addFiles(client, id, files)
  }
  const ready = async () => (await listDocuments(client, id)).every(({ state }) => state === 'ready')
  await waitUntil(ready, 'a document is stuck')
  return id
}

/** Returns the archive of an export when it is complete. */
export async function downloadExport(client: DrillClient, job_id: string): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer> | null = null
  await waitUntil(async () => {
    const headers = { cookie: client.cookie }
    const answer = await fetch(`${client.server.url}/api/dataset/export/${job_id}`, { headers })
    const content = new Uint8Array(await answer.arrayBuffer())
    if (answer.headers.get('content-type')?.includes('zip')) bytes = content
    return bytes !== null
  }, 'the base was not packed')
  return bytes ?? new Uint8Array()
}

const POLL_INTERVAL_MS = 20

/**
 * Polls a condition until it holds.
 *
 * @throws Error with the given message after the time limit of a test.
 */
export async function waitUntil(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const late = Date.now() + TEST_TIMEOUT_MS; Date.now() < late; await sleep(POLL_INTERVAL_MS))
    if (await isSo()) return
  throw new Error(otherwise)
}

interface ImportState {
  state: string
  dataset_id: string | null
  error: string | null
  total: number
  added: number
  joined: number
  failed: number
}

const getImportState = (client: DrillClient, job_id: string): Promise<ImportState> =>
  callApi(client, `/api/dataset/import/${job_id}`)

/** Returns the errors of an import, after it has ended and its documents are parsed. */
async function findImportFaults(client: DrillClient, job_id: string, documents: number): Promise<string[]> {
  let report = await getImportState(client, job_id)
  await waitUntil(
    async () => {
      report = await getImportState(client, job_id)
      return ENDED_STATES.has(report.state)
    },
    `import ${job_id} is stuck: ${JSON.stringify(report)}`,
  )
  const { state, dataset_id, total, failed } = report
  if (state !== 'done' || dataset_id === null || total !== documents || failed > 0)
    return [`import ${job_id}: ${JSON.stringify(report)}`]
  let there = await listDocuments(client, dataset_id)
  await waitUntil(async () => {
    there = await listDocuments(client, dataset_id)
    return there.every((each) => each.state === 'ready' || each.state === 'failed')
  }, `a document of import ${job_id} is stuck`)
  const names = new Set(there.filter((each) => each.state === 'ready').map(({ name }) => name))
  return there.length === documents && names.size === documents
    ? []
    : [
        `import ${job_id} has ${there.length} documents, ${names.size} of them once and ready, of ${documents}`,
      ]
}
