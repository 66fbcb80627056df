import type { RealServer } from './real-server.ts'

/** A user of a drill, and the server in its present process. */
export interface DrillClient {
  server: RealServer
  cookie: string
}

const LOGIN_HEADERS = { 'x-login-type': 'front' }

/** Resolves after a time. */
export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns the number of kills of a drill; `DRILL_KILLS` sets another one for a longer manual run. */
export const killCount = (usual: number): number => Number(process.env.DRILL_KILLS ?? usual)

/**
 * Returns the data of a call's response; undefined when the call was rejected.
 *
 * @throws TypeError when the server is gone.
 */
export async function callApi({ server, cookie }: DrillClient, path: string, init: RequestInit = {}) {
  const headers = { ...LOGIN_HEADERS, cookie, ...init.headers }
  const answer = await fetch(server.url + path, { ...init, headers })
  const { code, data } = await answer.json()
  return code === 200 ? data : undefined
}

/** Posts JSON and returns the data of the response; undefined when the call was rejected. */
export const postApi = (client: DrillClient, path: string, body: object) =>
  callApi(client, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Size of an uploaded part, in bytes. */
const PART_BYTES = 8 * 1024 * 1024

/** Uploads a file, in one part if possible; returns the id of the upload. */
export async function uploadFile(
  client: DrillClient,
  { name, bytes, purpose = 'file' }: { name: string; bytes: Uint8Array<ArrayBuffer>; purpose?: string },
): Promise<string | undefined> {
  const upload = await postApi(client, '/api/upload', { name, size: bytes.length, purpose })
  if (!upload) return undefined
  const headers = { 'content-type': 'application/octet-stream' }
  let isDone = false
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const path = `/api/upload/${upload.id}?offset=${at}`
    const sent = await callApi(client, path, {
      method: 'PUT',
      headers,
      body: bytes.subarray(at, at + PART_BYTES),
    })
    isDone = sent?.done === true
  }
  return isDone ? upload.id : undefined
}

/**
 * Adds files to a dataset with one form; returns the ids of their documents in order, undefined when the form was
 * rejected.
 */
export async function addFiles(
  client: DrillClient,
  dataset_id: string,
  files: readonly (readonly [name: string, content: string | Uint8Array<ArrayBuffer>])[],
): Promise<string[] | undefined> {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new Blob([content]), name)
  const path = `/api/dataset/document/autoSplitSave/${dataset_id}`
  const added: { results: { document: ListedDocument | null }[] } | undefined = await callApi(client, path, {
    method: 'POST',
    body: form,
  })
  return added?.results.map(({ document }) => document?.id ?? '')
}

/** A document of a list. */
export interface ListedDocument {
  id: string
  name: string
  state: string
  error: string | null
  folder_id: string | null
  parsing: { state: string } | null
}

/** Returns all documents of a dataset. */
export async function listDocuments(client: DrillClient, dataset_id: string): Promise<ListedDocument[]> {
  const documents: ListedDocument[] = []
  for (let page = 1; ; page += 1) {
    const { list, total } = await callApi(
      client,
      `/api/dataset/${dataset_id}/document_paper_detail/${page}/100`,
    )
    documents.push(...list)
    if (documents.length >= total) return documents
  }
}
