import { sha256Of } from '../platform/providers/files/s3/signature.ts'
import { addFiles, ask, type Client, documentsOf, pause, send, upload } from './drill-client.ts'
import { seededRandom } from './kill-drill.ts'
import { TEST_MS } from './patience.ts'
import { registerReal, startReal } from './real-server.ts'

interface Drill {
  env: { DATA_DIR: string; DATABASE_URL: string }
  kills: number
  seed: number
}

interface Outcome {
  kills: number
  /** Documents whose addition was acknowledged, and replacements that were. */
  added: number
  replaced: number
  /** The SHA-256 that the bytes of each document may have at the end: of the last file that was acknowledged, or asked for since. */
  bytes: Map<string, Set<string>>
  /** What is wrong, in words. */
  faults: string[]
}

/** A kill comes so much later at most than the last write that its round waits for. */
const SPREAD_MS = 600
/** Writes of one round that are acknowledged before the kill, at most. */
const MOST_WRITES = 10
/** A replacement is of one of the last so many. */
const LAST = 4

interface Wanted {
  name: string
  /** `asked`: whether it happened nobody heard. */
  deletion: 'none' | 'asked' | 'done'
  bytes: Set<string>
}

/**
 * Kills the server with SIGKILL again and again while files are added, parsed, replaced, renamed, moved into folders and
 * deleted. What was acknowledged must be there after every start; at the end every document has come to an end of its own.
 */
export async function documentsDrill({ env, kills, seed }: Drill): Promise<Outcome> {
  const random = seededRandom(seed)
  const wanted = new Map<string, Wanted>()
  const faults: string[] = []
  let replaced = 0
  let server = await startReal(env)
  try {
    const cookie = await registerReal(server, env.DATA_DIR)
    const { id } = await send({ server, cookie }, '/api/project_dataset/create', { name: '演练' })
    const folder = await send({ server, cookie }, `/api/dataset/${id}/folder`, {
      name: '一',
      parent_id: null,
    })
    for (let round = 0; round < kills; round += 1) {
      const place = { server, cookie, dataset_id: id, folder_id: folder.id }
      const enough = Promise.withResolvers<void>()
      let left = 1 + Math.floor(random() * MOST_WRITES)
      const wrote = () => {
        left -= 1
        if (left === 0) enough.resolve()
      }
      const writing = writeUntilDead(place, { round, random, wrote }, wanted)
      await Promise.race([enough.promise, writing])
      await pause(random() * SPREAD_MS)
      server.process.kill('SIGKILL')
      await server.ended
      replaced += await writing
      server = await startReal(env)
      const lost = await missing({ ...place, server }, wanted)
      faults.push(...lost.map((fault) => `kill ${round + 1}: ${fault}`))
    }
    await settle({ server, cookie, dataset_id: id, folder_id: folder.id }, faults)
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
  const bytes = new Map([...wanted].map(([id, own]) => [id, own.bytes]))
  return { kills, added: wanted.size, replaced, bytes, faults }
}

interface Place extends Client {
  dataset_id: string
  folder_id: string
}

/** Adds files, and does something to each and to an earlier one, until the server is gone; answers how many were replaced. */
async function writeUntilDead(
  place: Place,
  { round, random, wrote }: { round: number; random: () => number; wrote: () => void },
  wanted: Map<string, Wanted>,
): Promise<number> {
  let replaced = 0
  try {
    for (let file = 0; ; file += 1) {
      const [earlier] = [...wanted].filter(([, { deletion }]) => deletion === 'none').slice(-LAST)
      if (earlier && (await replace(place, earlier, `${round}-${file}`))) {
        replaced += 1
        wrote()
      }
      const name = `${round}-${file}.md`
      const text = textOf(name)
      const [id] = (await addFiles(place, place.dataset_id, [[name, text]])) ?? []
      if (!id) continue
      const own: Wanted = { name, deletion: 'none', bytes: new Set([sha256Of(text)]) }
      wanted.set(id, own)
      wrote()
      await operate(place, id, own, random())
    }
  } catch {
    // The server is gone; what it has not acknowledged may be there or not.
  }
  return replaced
}

const textOf = (name: string) =>
  Array.from({ length: 40 }, (_, at) => `# 第 ${at} 节\n\n文件 ${name} 的内容 ${at}。`).join('\n\n')

/** Gives a document other bytes, which take the place of the old ones when they are read. */
async function replace(place: Place, [id, own]: [string, Wanted], mark: string): Promise<boolean> {
  const text = textOf(`${mark}-new.md`)
  const upload_id = await upload(place, { name: `${mark}.md`, bytes: Buffer.from(text) })
  if (!upload_id) return false
  own.bytes.add(sha256Of(text))
  const path = `/api/dataset/document/file_operate/${id}`
  if (!(await send(place, path, { operation: 'replace', upload_id }))) return false
  // The last that was acknowledged wins, and nothing before it comes back.
  own.bytes.clear()
  own.bytes.add(sha256Of(text))
  return true
}

/** Renames, moves or deletes a document, or leaves it alone. */
async function operate(place: Place, id: string, own: Wanted, lot: number): Promise<void> {
  const path = `/api/dataset/document/file_operate/${id}`
  if (lot < 0.25) await send(place, path, { operation: 'rename', name: `新${own.name}` })
  else if (lot < 0.5) {
    const move = { document_ids: [id], folder_ids: [], target_folder_id: place.folder_id }
    await send(place, `/api/dataset/${place.dataset_id}/folder/mover`, move)
  } else if (lot < 0.75) {
    own.deletion = 'asked'
    if ((await ask(place, path, { method: 'DELETE' })) !== undefined) own.deletion = 'done'
  }
}

async function missing(place: Place, wanted: Map<string, Wanted>): Promise<string[]> {
  const there = new Set((await documentsOf(place, place.dataset_id)).map(({ id }) => id))
  return [...wanted].flatMap(([id, { name, deletion }]) => {
    if (!there.has(id)) return deletion === 'none' ? [`${name} is lost`] : []
    return deletion === 'done' ? [`${name} is there again`] : []
  })
}

/** Waits until every document is ready and none is being made anew: none is stuck, none has failed. */
async function settle(place: Place, faults: string[]): Promise<void> {
  for (const late = Date.now() + TEST_MS; Date.now() < late; await pause(200)) {
    const list = await documentsOf(place, place.dataset_id)
    const failed = list.filter(({ state, error }) => state === 'failed' || state === 'cancelled' || error)
    if (failed.length > 0)
      faults.push(...failed.map(({ name, state, error }) => `${name} is ${state}: ${error}`))
    const isOver = list.every(({ state, parsing }) => state === 'ready' && parsing === null)
    if (isOver || failed.length > 0) return
  }
  faults.push('a document is stuck')
}
