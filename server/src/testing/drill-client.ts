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

/** Sends a file in one part; answers its upload. */
export async function upload(
  client: Client,
  { name, bytes, purpose = 'file' }: { name: string; bytes: Uint8Array<ArrayBuffer>; purpose?: string },
): Promise<string | undefined> {
  const begun = await send(client, '/api/upload', { name, size: bytes.length, purpose })
  if (!begun) return undefined
  const path = `/api/upload/${begun.id}?offset=0`
  const headers = { 'content-type': 'application/octet-stream' }
  const sent = await ask(client, path, { method: 'PUT', headers, body: bytes })
  return sent?.done ? begun.id : undefined
}

/** A document as a list tells of it. */
export interface Listed {
  id: string
  name: string
  state: string
  error: string | null
  parsing: object | null
}

export async function documentsOf(client: Client, dataset_id: string): Promise<Listed[]> {
  const found: Listed[] = []
  for (let page = 1; ; page += 1) {
    const { list, total } = await ask(client, `/api/dataset/${dataset_id}/document_paper_detail/${page}/100`)
    found.push(...list)
    if (found.length >= total) return found
  }
}
