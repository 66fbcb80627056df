// Measures how fast papers that are dropped in become searchable, what this costs searches, and how fast documents move.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { processMemory } from '../server/src/documents/parser/process-memory.ts'
import { DATA, DISTRACTOR_FILES } from './document-library.ts'
import { logIn } from './log-in.ts'
import { type Client, call, post, readLongestPause, startMonitoredServer } from './measured-client.ts'

const MB = 1024 * 1024
/** Number of searches on the idle server. */
const SEARCHES = 100
const POLL_INTERVAL_MS = 100
/** Number of files per upload. */
const BATCH_FILES = 10
const MOVED_DOCUMENTS = 10_000
const MAX_DOCUMENTS_PER_MOVE = 200

/** Folders of PDF files, below `DATA`. */
const PDF_FOLDERS = ['pdf-structure/jose', 'pdf-structure/chinese']

/** Returns the paths of all files, below `DATA`. */
const realFiles = (): string[] => [
  ...PDF_FOLDERS.flatMap((folder) =>
    readdirSync(DATA + folder).flatMap((name) => (name.endsWith('.pdf') ? [`${folder}/${name}`] : [])),
  ),
  ...DISTRACTOR_FILES,
]

/**
 * Creates this many papers: real files repeatedly, each with a unique mark at its end, so that no two are identical.
 */
function createPaperFiles(count: number): { name: string; bytes: Blob }[] {
  const files = realFiles().map((file) => readFileSync(DATA + file))
  return Array.from({ length: count }, (_, at) => {
    const bytes = files[at % files.length] ?? Buffer.alloc(0)
    return { name: `论文 ${at}.pdf`, bytes: new Blob([new Uint8Array(bytes), `\n%${at}\n`]) }
  })
}

/** Runs searches one after the other; returns the 95th percentile of their times in milliseconds. */
async function measureSearches(client: Client, isOver: (count: number) => boolean): Promise<number> {
  const times: number[] = []
  const words = ['model', '方法', 'network', '数据 分析', 'learning', '水 土壤']
  for (let count = 0; !isOver(count); count += 1) {
    const began = performance.now()
    await post(client, '/api/paper/search', {
      query: words[count % words.length],
      current_page: 1,
      page_size: 10,
    })
    times.push(performance.now() - began)
    await wait(20)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)] ?? 0
}

/** When the first and the last paper became searchable, in seconds, and how many could not be read. */
interface DropTimes {
  first: number
  last: number
  failed: number
}

/** Uploads the papers; returns when the first and the last became searchable, in seconds after the first byte. */
async function dropPapers(client: Client, dataset_id: string, count: number): Promise<DropTimes> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  let [first, failed] = [0, 0]
  const sending = uploadFiles(client, dataset_id, createPaperFiles(count))
  for (;;) {
    await wait(POLL_INTERVAL_MS)
    const states = await documentStates(client, dataset_id)
    const ready = states.filter((state) => state === 'ready').length
    failed = states.filter((state) => state === 'failed').length
    if (ready > 0 && first === 0) first = seconds()
    if (states.length === count && ready + failed === count) break
  }
  await sending
  return { first, last: seconds(), failed }
}

/** Uploads files in batches. */
async function uploadFiles(
  client: Client,
  dataset_id: string,
  files: { name: string; bytes: Blob }[],
): Promise<void> {
  for (let from = 0; from < files.length; from += BATCH_FILES) {
    const form = new FormData()
    for (const { name, bytes } of files.slice(from, from + BATCH_FILES)) form.append('file', bytes, name)
    await call(client, `/api/dataset/document/autoSplitSave/${dataset_id}`, { method: 'POST', body: form })
  }
}

/** A document as the list of a dataset shows it. */
interface ListedDocument {
  id: string
  state: string
  parse_id: string | null
  folder_id: string | null
}

/** Reads all pages of the list of a dataset's documents. */
async function listDocuments(client: Client, dataset_id: string): Promise<ListedDocument[]> {
  const documents: ListedDocument[] = []
  for (let page = 1; ; page += 1) {
    const { list, total } = await call(client, `/api/dataset/${dataset_id}/document_paper_detail/${page}/100`)
    documents.push(...list)
    if (documents.length >= total) return documents
  }
}

/** Returns the states of all documents of a dataset. */
const documentStates = async (client: Client, dataset_id: string) =>
  (await listDocuments(client, dataset_id)).map(({ state }) => state)

/** Measures the upload of papers during searches, and the move of ten thousand documents. */
export async function dropBench(folder: string, count: number): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const server = await startMonitoredServer(folder)
  try {
    const client = { server, cookie: await logIn(server, folder) }
    const { id } = await post(client, '/api/project_dataset/create', { name: '一百篇' })
    const idle = await measureSearches(client, (searches) => searches === SEARCHES)
    await readLongestPause(server)
    const before = processMemory(server.process.pid ?? 0)
    let [peak, isOver] = [before, false]
    const sampling = setInterval(() => {
      peak = Math.max(peak, processMemory(server.process.pid ?? 0))
    }, POLL_INTERVAL_MS)
    const concurrent = measureSearches(client, () => isOver)
    const { first, last, failed } = await dropPapers(client, id, count)
    isOver = true
    const busy = await concurrent
    clearInterval(sampling)
    const pause = await readLongestPause(server)
    console.log(`
| ${count} papers dropped in | figure |
|---|---|
| searchable: the first, the last, s | ${first.toFixed(1)}, ${last.toFixed(1)} (${failed} failed) |
| search p95, idle and meanwhile, ms | ${idle.toFixed(0)}, ${busy.toFixed(0)} |
| longest pause of the main thread, ms | ${pause.toFixed(0)} |
| memory of the server and the processes that read, MB | ${Math.round(before / MB)} before, ${Math.round(peak / MB)} at peak |`)
    await moveBench(client)
  } finally {
    await server.stop()
  }
}

/** Moves documents to a folder and back until `MOVED_DOCUMENTS` moves are done. */
async function moveBench(client: Client): Promise<void> {
  const { id } = await post(client, '/api/project_dataset/create', { name: '要移动的' })
  const folder = await post(client, `/api/dataset/${id}/folder`, { name: '新家', parent_id: null })
  const texts = Array.from({ length: MAX_DOCUMENTS_PER_MOVE }, (_, at) => ({
    name: `${at}.md`,
    bytes: new Blob([`# ${at}\n\n第 ${at} 份。`]),
  }))
  for (let from = 0; from < texts.length; from += 100) {
    await uploadFiles(client, id, texts.slice(from, from + 100))
    while ((await documentStates(client, id)).some((state) => state !== 'ready')) await wait(POLL_INTERVAL_MS)
  }
  const listed = await listDocuments(client, id)
  await readLongestPause(client.server)
  const began = performance.now()
  const document_ids = listed.map((each) => each.id)
  for (let moved = 0; moved < MOVED_DOCUMENTS; moved += MAX_DOCUMENTS_PER_MOVE) {
    const target_folder_id = moved % (2 * MAX_DOCUMENTS_PER_MOVE) === 0 ? folder.id : null
    await post(client, `/api/dataset/${id}/folder/mover`, { document_ids, folder_ids: [], target_folder_id })
  }
  const seconds = (performance.now() - began) / 1_000
  const pause = await readLongestPause(client.server)
  const after = await listDocuments(client, id)
  const movedCount = after.filter(({ folder_id }) => folder_id === null).length
  if (movedCount !== MAX_DOCUMENTS_PER_MOVE)
    throw new Error(`${movedCount} of ${MAX_DOCUMENTS_PER_MOVE} documents are where they were moved`)
  const parses = new Map(after.map((each) => [each.id, each.parse_id]))
  const parsedAgain = listed.filter((each) => parses.get(each.id) !== each.parse_id).length
  console.log(
    `| ${MOVED_DOCUMENTS} documents moved, ${MAX_DOCUMENTS_PER_MOVE} a call, s; read again; longest pause, ms | ${seconds.toFixed(1)}; ${parsedAgain}; ${pause.toFixed(0)} |`,
  )
}
