import type { RealServer } from './real-server.ts'

/** Somebody of a drill, and the server as it runs now. */
export interface Client {
  server: RealServer
  cookie: string
}

const HEADERS = { 'x-login-type': 'front' }

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** How many kills a drill makes: `DRILL_KILLS` for one by hand that goes on for longer. */
export const killsOf = (usual: number): number => Number(process.env.DRILL_KILLS ?? usual)

/**
 * What a call answers, undefined where it was refused.
 *
 * @throws TypeError where the server is gone.
 */
export async function ask({ server, cookie }: Client, path: string, init: RequestInit = {}) {
  const headers = { ...HEADERS, cookie, ...init.headers }
  const answer = await fetch(server.url + path, { ...init, headers })
  const { code, data } = await answer.json()
  return code === 200 ? data : undefined
}

export const send = (client: Client, path: string, body: object) =>
  ask(client, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Bytes that travel in one part. */
const PART = 8 * 1024 * 1024

/** Sends a file in parts, most in one; answers its upload. */
export async function upload(
  client: Client,
  { name, bytes, purpose = 'file' }: { name: string; bytes: Uint8Array<ArrayBuffer>; purpose?: string },
): Promise<string | undefined> {
  const begun = await send(client, '/api/upload', { name, size: bytes.length, purpose })
  if (!begun) return undefined
  const headers = { 'content-type': 'application/octet-stream' }
  let isDone = false
  for (let at = 0; at < bytes.length; at += PART) {
    const path = `/api/upload/${begun.id}?offset=${at}`
    const sent = await ask(client, path, { method: 'PUT', headers, body: bytes.subarray(at, at + PART) })
    isDone = sent?.done === true
  }
  return isDone ? begun.id : undefined
}

/** Adds files to a base by one form; answers the ids of their documents in order, undefined where they were refused. */
export async function addFiles(
  client: Client,
  dataset_id: string,
  files: readonly (readonly [name: string, content: string | Uint8Array<ArrayBuffer>])[],
): Promise<string[] | undefined> {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new Blob([content]), name)
  const path = `/api/dataset/document/autoSplitSave/${dataset_id}`
  const added: { results: { document: Listed | null }[] } | undefined = await ask(client, path, {
    method: 'POST',
    body: form,
  })
  return added?.results.map(({ document }) => document?.id ?? '')
}

/** A document as a list tells of it. */
export interface Listed {
  id: string
  name: string
  state: string
  error: string | null
  folder_id: string | null
  parsing: { state: string } | null
}

export async function documentsOf(client: Client, dataset_id: string): Promise<Listed[]> {
  const found: Listed[] = []
  for (let page = 1; ; page += 1) {
    const { list, total } = await ask(client, `/api/dataset/${dataset_id}/document_paper_detail/${page}/100`)
    found.push(...list)
    if (found.length >= total) return found
  }
}
