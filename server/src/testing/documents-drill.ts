import { seededRandom } from './kill-drill.ts'
import { TEST_MS } from './patience.ts'
import { post, type RealServer, registerReal, startReal } from './real-server.ts'

interface Drill {
  env: { DATA_DIR: string; DATABASE_URL: string }
  kills: number
  seed: number
}

interface Outcome {
  kills: number
  /** Documents whose addition was acknowledged. */
  added: number
  /** What is wrong, in words. */
  faults: string[]
}

const FILES_A_ROUND = 4
/** A kill comes so much later at most than the last thing of its round was acknowledged: files are read meanwhile. */
const SPREAD_MS = 600
const HEADERS = { 'x-login-type': 'front' }

interface Wanted {
  name: string
  /** `asked`: whether it happened nobody heard. */
  deletion: 'none' | 'asked' | 'done'
}

/**
 * Kills the server with SIGKILL again and again while files are added, parsed, renamed, moved into folders and deleted.
 * What was acknowledged must be there after every start; at the end every document has come to an end of its own.
 */
export async function documentsDrill({ env, kills, seed }: Drill): Promise<Outcome> {
  const random = seededRandom(seed)
  const wanted = new Map<string, Wanted>()
  const faults: string[] = []
  let server = await startReal(env)
  try {
    const cookie = await registerReal(server, env.DATA_DIR)
    const { id } = await call(server, cookie, '/api/project_dataset/create', { name: '演练' })
    const folder = await call(server, cookie, `/api/dataset/${id}/folder`, { name: '一', parent_id: null })
    const place = { cookie, dataset_id: id, folder_id: folder.id }
    for (let round = 0; round < kills; round += 1) {
      const acknowledged = 1 + Math.floor(random() * (2 * FILES_A_ROUND))
      await writeUntilDead(server, place, { round, random, acknowledged }, wanted)
      await server.ended
      server = await startReal(env)
      faults.push(...(await missing(server, place, wanted)).map((fault) => `kill ${round + 1}: ${fault}`))
    }
    await settle(server, place, faults)
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
  }
  return { kills, added: wanted.size, faults }
}

interface Place {
  cookie: string
  dataset_id: string
  folder_id: string
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function call(server: RealServer, cookie: string, path: string, body: object) {
  return (await (await post(server, path, body, cookie))?.json())?.data
}

interface Round {
  round: number
  random: () => number
  /** How many additions and changes are acknowledged before the kill, while the next one is under way. */
  acknowledged: number
}

/** Adds files, and does something to each, until the server is gone. */
async function writeUntilDead(
  server: RealServer,
  place: Place,
  { round, random, acknowledged }: Round,
  wanted: Map<string, Wanted>,
): Promise<void> {
  let count = 0
  const spread = random() * SPREAD_MS
  const heard = () => {
    count += 1
    if (count === acknowledged) void pause(spread).then(() => server.process.kill('SIGKILL'))
  }
  try {
    for (let file = 0; count < acknowledged || file < FILES_A_ROUND; file += 1) {
      const own: Wanted = { name: `${round}-${file}.md`, deletion: 'none' }
      const id = await addFile(server, place, own.name)
      if (!id) throw new Error(`${own.name} was not taken`)
      wanted.set(id, own)
      heard()
      await operate(server, place, id, own, random())
      heard()
    }
  } catch (error) {
    // The server is gone; what it has not acknowledged may be there or not.
    if (count < acknowledged) throw error
  }
}

async function addFile(
  server: RealServer,
  { cookie, dataset_id }: Place,
  name: string,
): Promise<string | undefined> {
  const form = new FormData()
  const sections = Array.from({ length: 40 }, (_, at) => `# 第 ${at} 节\n\n文件 ${name} 的内容 ${at}。`)
  form.append('file', new Blob([sections.join('\n\n')]), name)
  const path = `/api/dataset/document/autoSplitSave/${dataset_id}`
  const headers = { ...HEADERS, cookie }
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: form })
  return (await answer.json()).data?.results?.[0]?.document?.id
}

/** Renames, moves or deletes a document, or leaves it alone. */
async function operate(
  server: RealServer,
  { cookie, dataset_id, folder_id }: Place,
  id: string,
  own: Wanted,
  lot: number,
): Promise<void> {
  const path = `/api/dataset/document/file_operate/${id}`
  if (lot < 0.25) await call(server, cookie, path, { operation: 'rename', name: `新${own.name}` })
  else if (lot < 0.5) {
    const move = { document_ids: [id], folder_ids: [], target_folder_id: folder_id }
    await call(server, cookie, `/api/dataset/${dataset_id}/folder/mover`, move)
  } else if (lot < 0.75) {
    own.deletion = 'asked'
    const removed = await fetch(server.url + path, { method: 'DELETE', headers: { ...HEADERS, cookie } })
    if (removed.ok) own.deletion = 'done'
  }
}

interface Listed {
  id: string
  name: string
  state: string
}

async function documents(server: RealServer, { cookie, dataset_id }: Place): Promise<Listed[]> {
  const found: Listed[] = []
  for (let page = 1; ; page += 1) {
    const path = `/api/dataset/${dataset_id}/document_paper_detail/${page}/100`
    const { data } = await (await fetch(server.url + path, { headers: { cookie } })).json()
    found.push(...data.list)
    if (found.length >= data.total) return found
  }
}

async function missing(server: RealServer, place: Place, wanted: Map<string, Wanted>): Promise<string[]> {
  const there = new Map((await documents(server, place)).map((each) => [each.id, each]))
  return [...wanted].flatMap(([id, { name, deletion }]) => {
    if (!there.has(id)) return deletion === 'none' ? [`${name} is lost`] : []
    return deletion === 'done' ? [`${name} is there again`] : []
  })
}

/** Waits until every document is ready: none is stuck, none has failed. */
async function settle(server: RealServer, place: Place, faults: string[]): Promise<void> {
  for (const late = Date.now() + TEST_MS; Date.now() < late; await pause(200)) {
    const list = await documents(server, place)
    const failed = list.filter(({ state }) => state === 'failed' || state === 'cancelled')
    if (failed.length > 0) faults.push(...failed.map(({ name, state }) => `${name} is ${state}`))
    if (list.every(({ state }) => state === 'ready') || failed.length > 0) return
  }
  faults.push('a document is stuck')
}
