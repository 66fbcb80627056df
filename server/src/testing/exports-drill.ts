import { createFilledDataset, downloadExport, waitUntil } from './archives-drill.ts'
import { archiveContents } from './base-archives.ts'
import { callApi, type DrillClient, postApi, sleep } from './drill-client.ts'
import { seededRandom } from './random.ts'
import { registerPerson, startRealServer } from './real-server.ts'

interface DrillOptions {
  env: { DATA_DIR: string; DATABASE_URL: string }
  kills: number
  /** Number of documents in the dataset that is exported repeatedly, and their length in characters. */
  documents: number
  size: number
  seed: number
}

interface DrillOutcome {
  /** Number of kills during an export. */
  during: number
  /** Descriptions of the errors found. */
  faults: string[]
}

/**
 * Kills the server with SIGKILL repeatedly while a dataset is exported. Every acknowledged export has to end after the
 * next start, with the same contents as an undisturbed one.
 */
export async function runExportsDrill({
  env,
  kills,
  documents,
  size,
  seed,
}: DrillOptions): Promise<DrillOutcome> {
  const random = seededRandom(seed)
  const faults: string[] = []
  let during = 0
  let server = await startRealServer(env)
  try {
    const cookie = await registerPerson(server, env.DATA_DIR)
    const base = await createFilledDataset({ server, cookie }, documents, size)
    const begin = async (client: DrillClient): Promise<string> =>
      (await postApi(client, `/api/dataset/${base}/export`, {})).job_id
    const started = performance.now()
    const expected = archiveContents(
      await downloadExport({ server, cookie }, await begin({ server, cookie })),
    )
    const usual_ms = performance.now() - started
    for (let round = 0; round < kills; round += 1) {
      const job_id = await begin({ server, cookie })
      // The first kill comes as soon as the export is accepted: the later ones may come after the end of a fast export.
      if (round > 0) await sleep(random() * usual_ms)
      if (round === 0 || (await getExportState({ server, cookie }, job_id)).state !== 'done') during += 1
      server.process.kill('SIGKILL')
      await server.ended
      server = await startRealServer(env)
      faults.push(...(await findExportFaults({ server, cookie }, job_id, expected)))
    }
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
  return { during, faults }
}

interface ExportState {
  state: string
  error: string | null
}

const getExportState = (client: DrillClient, job_id: string): Promise<ExportState> =>
  callApi(client, `/api/job/${job_id}`)

async function findExportFaults(
  client: DrillClient,
  job_id: string,
  expected: ReturnType<typeof archiveContents>,
): Promise<string[]> {
  let report: ExportState = { state: '', error: null }
  await waitUntil(async () => {
    report = await getExportState(client, job_id)
    return report.state !== 'queued' && report.state !== 'running'
  }, `export ${job_id} is stuck`)
  if (report.state !== 'done') return [`export ${job_id} is ${report.state}: ${report.error}`]
  const contents = archiveContents(await downloadExport(client, job_id))
  return JSON.stringify(contents) === JSON.stringify(expected) ? [] : [`export ${job_id} says something else`]
}
