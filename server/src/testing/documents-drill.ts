import { sha256Hex } from '../platform/providers/files/s3/signature.ts'
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
  seed: number
}

interface DrillOutcome {
  kills: number
  /** Numbers of acknowledged additions and replacements. */
  added: number
  replaced: number
  /**
   * SHA-256 values that each document may have at the end: of the last acknowledged file, or of one requested since.
   */
  bytes: Map<string, Set<string>>
  /** Descriptions of the errors found. */
  faults: string[]
}

/** Maximum random delay of a kill after the last awaited write, in milliseconds. */
const KILL_SPREAD_MS = 600
/** Maximum number of acknowledged writes before the kill of a round. */
const MAX_WRITES = 10
/** Replacements affect one of this many latest documents. */
const MAX_REPLACEMENT_AGE = 4

interface ExpectedDocument {
  name: string
  /** `asked`: requested without an acknowledgement, so the outcome is unknown. */
  deletion: 'none' | 'asked' | 'done'
  bytes: Set<string>
}

/**
 * Kills the server with SIGKILL repeatedly while files are added, parsed, replaced, renamed, moved into folders and
 * deleted. Acknowledged changes have to be present after every start, and at the end every document has reached a final
 * state.
 */
export async function runDocumentsDrill({ env, kills, seed }: DrillOptions): Promise<DrillOutcome> {
  const random = seededRandom(seed)
  const wanted = new Map<string, ExpectedDocument>()
  const faults: string[] = []
  let replaced = 0
  let server = await startRealServer(env)
  try {
    const cookie = await registerPerson(server, env.DATA_DIR)
    const { id } = await postApi({ server, cookie }, '/api/project_dataset/create', { name: '演练' })
    const folder = await postApi({ server, cookie }, `/api/dataset/${id}/folder`, {
      name: '一',
      parent_id: null,
    })
    for (let round = 0; round < kills; round += 1) {
      const place = { server, cookie, dataset_id: id, folder_id: folder.id }
      const enough = Promise.withResolvers<void>()
      let left = 1 + Math.floor(random() * MAX_WRITES)
      const wrote = () => {
        left -= 1
        if (left === 0) enough.resolve()
      }
      const writing = writeUntilDead(place, { round, random, wrote }, wanted)
      await Promise.race([enough.promise, writing])
      await sleep(random() * KILL_SPREAD_MS)
      server.process.kill('SIGKILL')
      await server.ended
      replaced += await writing
      server = await startRealServer(env)
      const lost = await findMissing({ ...place, server }, wanted)
      faults.push(...lost.map((fault) => `kill ${round + 1}: ${fault}`))
    }
    await waitUntilSettled({ server, cookie, dataset_id: id, folder_id: folder.id }, faults)
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
  const bytes = new Map([...wanted].map(([id, own]) => [id, own.bytes]))
  return { kills, added: wanted.size, replaced, bytes, faults }
}

interface DrillFolder extends DrillClient {
  dataset_id: string
  folder_id: string
}

/**
 * Adds files and changes each of them and an earlier one until the server is gone; returns the number of replacements.
 */
async function writeUntilDead(
  place: DrillFolder,
  { round, random, wrote }: { round: number; random: () => number; wrote: () => void },
  wanted: Map<string, ExpectedDocument>,
): Promise<number> {
  let replaced = 0
  try {
    for (let file = 0; ; file += 1) {
      const [earlier] = [...wanted]
        .filter(([, { deletion }]) => deletion === 'none')
        .slice(-MAX_REPLACEMENT_AGE)
      if (earlier && (await replaceDocument(place, earlier, `${round}-${file}`))) {
        replaced += 1
        wrote()
      }
      const name = `${round}-${file}.md`
      const text = sampleText(name)
      const [id] = (await addFiles(place, place.dataset_id, [[name, text]])) ?? []
      if (!id) continue
      const own: ExpectedDocument = { name, deletion: 'none', bytes: new Set([sha256Hex(text)]) }
      wanted.set(id, own)
      wrote()
      await operateOnDocument(place, id, own, random())
    }
  } catch {
    // The server is gone; changes without an acknowledgement may be present or not.
  }
  return replaced
}

const sampleText = (name: string) =>
  Array.from({ length: 40 }, (_, at) => `# 第 ${at} 节\n\n文件 ${name} 的内容 ${at}。`).join('\n\n')

/** Replaces the file of a document; the old one stays in use until the new one is parsed. */
async function replaceDocument(
  place: DrillFolder,
  [id, own]: [string, ExpectedDocument],
  mark: string,
): Promise<boolean> {
  const text = sampleText(`${mark}-new.md`)
  const upload_id = await uploadFile(place, { name: `${mark}.md`, bytes: Buffer.from(text) })
  if (!upload_id) return false
  own.bytes.add(sha256Hex(text))
  const path = `/api/dataset/document/file_operate/${id}`
  if (!(await postApi(place, path, { operation: 'replace', upload_id }))) return false
  // The last acknowledged file wins, and no earlier one may return.
  own.bytes.clear()
  own.bytes.add(sha256Hex(text))
  return true
}

/** Renames, moves or deletes a document, or leaves it unchanged. */
async function operateOnDocument(
  place: DrillFolder,
  id: string,
  own: ExpectedDocument,
  lot: number,
): Promise<void> {
  const path = `/api/dataset/document/file_operate/${id}`
  if (lot < 0.25) await postApi(place, path, { operation: 'rename', name: `新${own.name}` })
  else if (lot < 0.5) {
    const move = { document_ids: [id], folder_ids: [], target_folder_id: place.folder_id }
    await postApi(place, `/api/dataset/${place.dataset_id}/folder/mover`, move)
  } else if (lot < 0.75) {
    own.deletion = 'asked'
    if ((await callApi(place, path, { method: 'DELETE' })) !== undefined) own.deletion = 'done'
  }
}

async function findMissing(place: DrillFolder, wanted: Map<string, ExpectedDocument>): Promise<string[]> {
  const there = new Set((await listDocuments(place, place.dataset_id)).map(({ id }) => id))
  return [...wanted].flatMap(([id, { name, deletion }]) => {
    if (!there.has(id)) return deletion === 'none' ? [`${name} is lost`] : []
    return deletion === 'done' ? [`${name} is there again`] : []
  })
}

/** Waits until every document is ready and none is being parsed again; reports failed documents. */
async function waitUntilSettled(place: DrillFolder, faults: string[]): Promise<void> {
  for (const late = Date.now() + TEST_TIMEOUT_MS; Date.now() < late; await sleep(200)) {
    const list = await listDocuments(place, place.dataset_id)
    const failed = list.filter(({ state, error }) => state === 'failed' || state === 'cancelled' || error)
    if (failed.length > 0)
      faults.push(...failed.map(({ name, state, error }) => `${name} is ${state}: ${error}`))
    const isOver = list.every(({ state, parsing }) => state === 'ready' && parsing === null)
    if (isOver || failed.length > 0) return
  }
  faults.push('a document is stuck')
}
