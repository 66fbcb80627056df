import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readAcl } from '../../bench/corpus.ts'
import { growPapers } from '../../bench/generated-papers.ts'
import type { Work } from '../../contract/src/index.ts'
import {
  addFiles,
  callApi,
  type DrillClient,
  listDocuments,
  postApi,
} from '../../server/src/testing/drill-client.ts'
import { repoRoot } from '../node24.mjs'
import { pollUntil } from '../poll-until.mjs'

const DATA_FOLDER = join(repoRoot, '..', 'shared', 'data')
const FILES_PER_UPLOAD = 10
const QUESTIONS = [
  '图神经网络有哪些应用？',
  'How does attention help machine translation?',
  '低资源语言怎样做机器翻译？',
]
const SEARCHES = ['neural machine translation', '"word sense"', 'parsing OR tagging', 'title:corpus', '翻译']

/**
 * Writes a file of papers in the format of the ACL Anthology: its own papers, then new ones composed of parts of them;
 * generated papers where the Anthology is absent.
 */
export function writePapers(file: string, count: number): void {
  const known = readAcl()
  const works = known ? growPapers(known, count) : generatePapers(count)
  writeFileSync(file, `${[...works].map((work) => JSON.stringify(aclRecord(work))).join('\n')}\n`)
}

type PaperFields = Pick<Work, 'title' | 'abstract' | 'creators' | 'publish_date' | 'basic_sourcename' | 'doi'>

function* generatePapers(count: number): Generator<PaperFields> {
  for (let at = 0; at < count; at += 1)
    yield {
      ...{ title: `Corpus ${at} of neural machine translation`, abstract: `What was counted ${at} times.` },
      ...{ creators: [], publish_date: '2024', basic_sourcename: 'Moves', doi: null },
    }
}

let lineCount = 0
function aclRecord({ title, abstract, creators, publish_date, basic_sourcename, doi }: PaperFields): object {
  lineCount += 1
  const authors = creators.map(({ name }) => name)
  return {
    ...{ id: `move.${lineCount}`, title, abstract: abstract ?? '', authors, year: Number(publish_date) },
    ...{ venue: basic_sourcename ?? '', type: 'conference', doi, url: null },
  }
}

/**
 * Collects files for a knowledge base: real PDFs where available, intact and broken ones, each once; otherwise texts.
 */
async function collectFiles(count: number): Promise<[name: string, bytes: Uint8Array<ArrayBuffer>][]> {
  const paths: string[] = []
  for (const folder of ['pdfs', 'pdf-structure'])
    if (existsSync(join(DATA_FOLDER, folder)))
      for (const entry of await readdir(join(DATA_FOLDER, folder), { recursive: true, withFileTypes: true }))
        if (entry.name.endsWith('.pdf')) paths.push(join(entry.parentPath, entry.name))
  paths.sort()
  return Array.from({ length: count }, (_, at) => {
    const path = paths[at]
    if (path) return [`${at}-${path.split('/').at(-1)}`, new Uint8Array(readFileSync(path))]
    return [`${at}.md`, new TextEncoder().encode(`# 第 ${at} 份\n\n注意力机制的第 ${at} 个例子。`)]
  })
}

/** The content added to an installation. */
export interface SeededData {
  dataset_id: string
  file_id: string
}

/** Adds documents, chats and a research run to an installation, and waits until all are processed. */
export async function seedInstallation(client: DrillClient, documents: number): Promise<SeededData> {
  const { id: dataset_id } = await postApi(client, '/api/project_dataset/create', { name: '搬家' })
  const files = await collectFiles(documents)
  for (let at = 0; at < files.length; at += FILES_PER_UPLOAD) {
    const added = await addFiles(client, dataset_id, files.slice(at, at + FILES_PER_UPLOAD))
    if (!added) throw new Error('files were refused')
  }
  const form = new FormData()
  form.append('file', new Blob(['一个文件']), 'kept.txt')
  const { id: file_id } = await callApi(client, '/api/cx_file', { method: 'POST', body: form })
  for (const question of QUESTIONS) await completeChat(client, question)
  const { run_id } = await postApi(client, '/api/deep_research/run', {
    question: 'Neural machine translation for low-resource languages',
    auto_accept_plan: true,
  })
  const look = () => callApi(client, `/api/deep_research/run/${run_id}`)
  await pollUntil('the research', look, ({ finished_at }) => finished_at !== null)
  await pollUntil(
    'the documents',
    async () => (await listDocuments(client, dataset_id)).map(({ state }) => state),
    (states) =>
      states.length === documents && states.every((state) => state === 'ready' || state === 'failed'),
  )
  return { dataset_id, file_id }
}

/** Asks a question and reads the answer to its end, even if the search is too busy. */
export async function completeChat({ server, cookie }: DrillClient, message: string): Promise<string> {
  const { chat_id } = await callApi({ server, cookie }, '/api/application/academic_qa/chat/open')
  const answer = await fetch(`${server.url}/api/application/chat_message/${chat_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-login-type': 'front', cookie },
    body: JSON.stringify({ message }),
  })
  const told = await answer.text()
  if (!/event: (?:done|error)/.test(told)) throw new Error(`an answer without an end: ${told.slice(-200)}`)
  return chat_id
}

/** Returns what a user sees through a process. */
export async function readVisibleState(client: DrillClient, { dataset_id, file_id }: SeededData) {
  const totals: [string, number | null][] = []
  for (const query of SEARCHES) {
    const found = await postApi(client, '/api/paper/search', { query, facets: false })
    // An index that is still being built, or a busy OpenSearch, reports that it cannot be queried now.
    totals.push([query, found?.total ?? null])
  }
  const { list: chats } = await callApi(client, '/api/application/academic_qa/chat/client/1/50')
  const { list: runs } = await callApi(client, '/api/deep_research/runs/1/50')
  const documents = (await listDocuments(client, dataset_id)).map(({ name, state }) => `${name} ${state}`)
  const headers = { 'x-login-type': 'front', cookie: client.cookie }
  const file = await fetch(`${client.server.url}/api/cx_file/${file_id}`, { headers })
  return {
    totals,
    chats: chats.map(({ id }: { id: string }) => id).sort(),
    runs: runs.map(({ id, state }: { id: string; state: string }) => `${id} ${state}`),
    documents: documents.sort(),
    file: createHash('sha256')
      .update(new Uint8Array(await file.arrayBuffer()))
      .digest('hex'),
    papers: (await callApi(client, '/api/admin/import')).paper_count as number,
  }
}
