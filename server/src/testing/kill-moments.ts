import { pdfOf } from '../../../documents/src/testing/pdf-builder.ts'
import { sha256Hex } from '../platform/providers/files/s3/signature.ts'
import {
  addFiles,
  callApi,
  type DrillClient,
  type ListedDocument,
  listDocuments,
  postApi,
  sleep,
  uploadFile,
} from './drill-client.ts'

/** Stages of a file's life at which a kill can meet it, from upload to deletion. */
export const KILL_STAGES = ['upload', 'keep', 'parse', 'write', 'swap', 'move', 'delete'] as const
/** One of these stages. */
export type KillStage = (typeof KILL_STAGES)[number]

/** The scene of a kill, with a dataset of its own. */
export interface KillScene {
  client: DrillClient
  dataset_id: string
  folder_id: string
  mark: string
  random: () => number
  /** SHA-256 values that the file of each document may have at the end. */
  bytes: Map<string, Set<string>>
}

interface KillMoment {
  /** Whether the kill comes while the file is at the stage. */
  isMet: boolean
  /** Checks after the restart that all guarantees hold; returns errors. */
  check: (client: DrillClient) => Promise<string[]>
}

const [PAGES, LINES] = [60, 38]
/** Number of documents that are moved or deleted in one call. */
const DOCUMENTS_PER_CALL = 20
/**
 * Maximum delays of kills, in milliseconds: about the time in which a file is stored, and in which documents are moved.
 */
const KEEP_SPREAD_MS = 40
const CALL_SPREAD_MS = 12

/** Pause between two looks at a document, in milliseconds: shorter than any stage, and leaves the parser its time. */
const POLL_INTERVAL_MS = 5

const samplePdf = (mark: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    pdfOf(
      Array.from({ length: PAGES }, (_, page) => [
        `# ${page + 1} Section ${mark}`,
        ...Array.from({ length: LINES }, (_, line) => `Line ${line} of page ${page} of the file ${mark}.`),
      ]),
    ),
  )

const sampleText = (mark: string, at: number) =>
  new TextEncoder().encode(`# 第 ${at} 份\n\n${mark} 的第 ${at} 份。`)

/** Adds files to the dataset of a scene; returns their documents. */
async function addSceneFiles(
  scene: KillScene,
  files: [name: string, bytes: Uint8Array<ArrayBuffer>][],
): Promise<string[]> {
  const ids = (await addFiles(scene.client, scene.dataset_id, files)) ?? []
  for (const [at, id] of ids.entries()) scene.bytes.set(id, new Set([sha256Hex(files[at]?.[1] ?? '')]))
  return ids
}

const findDocument = async (
  client: DrillClient,
  dataset_id: string,
  id: string,
): Promise<ListedDocument | undefined> =>
  (await listDocuments(client, dataset_id)).find((each) => each.id === id)

/** Waits until a document is at a state or past it; returns whether it is at the state. */
async function waitForStage(
  { client, dataset_id }: KillScene,
  id: string,
  { isAt, isPast }: Record<'isAt' | 'isPast', (document: ListedDocument) => boolean>,
): Promise<boolean> {
  for (;;) {
    const document = await findDocument(client, dataset_id, id)
    if (document && isAt(document)) return true
    if (!document || isPast(document)) return false
    await sleep(POLL_INTERVAL_MS)
  }
}

/** Returns whether a document is ready and not being parsed again. */
export const isReady = ({ state, parsing }: ListedDocument) => state === 'ready' && parsing === null

/** Kill during the upload of a part: acknowledged parts are kept, and the rest can follow. */
async function atUpload(scene: KillScene): Promise<KillMoment> {
  const { client, mark, random, dataset_id, bytes } = scene
  const file = samplePdf(mark)
  const half = Math.floor(file.length / 2)
  const { id } = await postApi(client, '/api/upload', {
    name: `${mark}.pdf`,
    size: file.length,
    purpose: 'file',
  })
  const part = (to: DrillClient, offset: number, body: BodyInit) =>
    callApi(to, `/api/upload/${id}?offset=${offset}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body,
      ...{ duplex: 'half' },
    })
  await part(client, 0, file.subarray(0, half))
  const endless = new ReadableStream({
    start: (out) => out.enqueue(file.subarray(half, half + Math.floor(half / 2))),
  })
  part(client, half, endless).catch(() => {})
  await sleep(random() * KEEP_SPREAD_MS)
  return {
    isMet: true,
    async check(back) {
      const { offset } = await callApi(back, `/api/upload/${id}`)
      if (offset < half) return [`${mark}: ${offset} of ${half} bytes that had been acknowledged are there`]
      await part(back, offset, file.subarray(offset))
      const path = `/api/dataset/document/autoSplitSave/${dataset_id}`
      const form = new FormData()
      form.append('upload_ids', id)
      const added = await callApi(back, path, { method: 'POST', body: form })
      const document = added?.results[0]?.document
      if (!document) return [`${mark}: what came in parts is not taken`]
      bytes.set(document.id, new Set([sha256Hex(file)]))
      return []
    },
  }
}

/** Kill while a form is stored: its document exists or nothing does, and sending the form again creates one. */
async function atKeeping(scene: KillScene): Promise<KillMoment> {
  const { mark, random } = scene
  const file = samplePdf(mark)
  let isOver = false
  const adding = addSceneFiles(scene, [[`${mark}.pdf`, file]]).then(
    () => {
      isOver = true
    },
    () => {},
  )
  await sleep(random() * KEEP_SPREAD_MS)
  return {
    isMet: !isOver,
    async check(client) {
      await adding
      await addSceneFiles({ ...scene, client }, [[`${mark}.pdf`, file]])
      const there = (await listDocuments(client, scene.dataset_id)).filter(
        ({ name }) => name === `${mark}.pdf`,
      )
      return there.length === 1 ? [] : [`${mark} is there ${there.length} times`]
    },
  }
}

/** Kill at a stage of parsing; the document has to be present afterwards. */
async function atReading(scene: KillScene, states: string[], spread_ms: number): Promise<KillMoment> {
  const { mark, random, dataset_id } = scene
  const [id = ''] = await addSceneFiles(scene, [[`${mark}.pdf`, samplePdf(mark)]])
  const isMet = await waitForStage(scene, id, {
    isAt: ({ state }) => states.includes(state),
    isPast: isReady,
  })
  await sleep(random() * spread_ms)
  return {
    isMet,
    check: async (client) => ((await findDocument(client, dataset_id, id)) ? [] : [`${mark} is lost`]),
  }
}

/** Kill while a document's file is being replaced: the old file stays in use until then. */
async function atSwap(scene: KillScene): Promise<KillMoment> {
  const { client, mark, random, dataset_id, bytes } = scene
  const [id = ''] = await addSceneFiles(scene, [[`${mark}.md`, sampleText(mark, 0)]])
  await waitForStage(scene, id, { isAt: isReady, isPast: () => false })
  const file = samplePdf(mark)
  const upload_id = await uploadFile(client, { name: `${mark}.pdf`, bytes: file })
  await postApi(client, `/api/dataset/document/file_operate/${id}`, { operation: 'replace', upload_id })
  bytes.set(id, new Set([sha256Hex(file)]))
  const isMet = await waitForStage(scene, id, {
    isAt: ({ parsing }) => parsing?.state === 'indexing',
    isPast: isReady,
  })
  await sleep(random() * KEEP_SPREAD_MS)
  return {
    isMet,
    async check(back) {
      const document = await findDocument(back, dataset_id, id)
      return document?.state === 'ready' ? [] : [`${mark} does not serve while it is replaced`]
    },
  }
}

/** Kill during a call on many documents: it has happened to all or to none, and to all when it was acknowledged. */
async function atMany(
  scene: KillScene,
  call: (ids: string[]) => Promise<unknown>,
  isDone: (client: DrillClient, ids: string[]) => Promise<boolean[]>,
): Promise<KillMoment> {
  const { mark, random } = scene
  const files = Array.from({ length: DOCUMENTS_PER_CALL }, (_, at): [string, Uint8Array<ArrayBuffer>] => [
    `${mark}-${at}.md`,
    sampleText(mark, at),
  ])
  const ids = await addSceneFiles(scene, files)
  let isAcknowledged = false
  const calling = call(ids).then(
    (answer) => {
      isAcknowledged = answer !== undefined
    },
    () => {},
  )
  await sleep(random() * CALL_SPREAD_MS)
  return {
    isMet: !isAcknowledged,
    async check(client) {
      await calling
      const done = (await isDone(client, ids)).filter(Boolean).length
      if (done === ids.length || (done === 0 && !isAcknowledged)) return []
      return [`${mark}: ${done} of ${ids.length}, acknowledged: ${isAcknowledged}`]
    },
  }
}

const atMove = (scene: KillScene): Promise<KillMoment> => {
  const { client, dataset_id, folder_id } = scene
  return atMany(
    scene,
    (document_ids) =>
      postApi(client, `/api/dataset/${dataset_id}/folder/mover`, {
        document_ids,
        folder_ids: [],
        target_folder_id: folder_id,
      }),
    async (back, ids) => {
      const there = new Map((await listDocuments(back, dataset_id)).map((each) => [each.id, each.folder_id]))
      return ids.map((id) => there.get(id) === folder_id)
    },
  )
}

const atDelete = (scene: KillScene): Promise<KillMoment> => {
  const { client, dataset_id } = scene
  return atMany(
    scene,
    (document_ids) =>
      callApi(client, `/api/dataset/${dataset_id}/document/_bach`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ document_ids }),
      }),
    async (back, ids) => {
      const there = new Set((await listDocuments(back, dataset_id)).map(({ id }) => id))
      return ids.map((id) => !there.has(id))
    },
  )
}

/** A parse reports its progress once a second, so kills spread over a second. */
const PARSE_SPREAD_MS = 1_000

/** Brings a file to each stage, and returns the moment for the kill. */
export const killMoments: Record<KillStage, (scene: KillScene) => Promise<KillMoment>> = {
  upload: atUpload,
  keep: atKeeping,
  parse: (scene) => atReading(scene, ['parsing'], PARSE_SPREAD_MS),
  write: (scene) => atReading(scene, ['indexing'], KEEP_SPREAD_MS),
  swap: atSwap,
  move: atMove,
  delete: atDelete,
}
