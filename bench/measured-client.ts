import { localPath, type MeasuredServer, startMeasured } from './process.ts'

/** A user of a measured server. */
export interface Client {
  server: MeasuredServer
  cookie: string
}

const HEADERS = { 'x-login-type': 'front' }

/**
 * Sends one JSON call; resolves to the envelope's data.
 *
 * @throws with the message of a failure
 */
export async function call({ server, cookie }: Client, path: string, init: RequestInit = {}) {
  const answer = await fetch(server.url + path, { ...init, headers: { ...HEADERS, cookie, ...init.headers } })
  const { code, message, data } = await answer.json()
  if (code !== 200) throw new Error(`${path}: ${message}`)
  return data
}

export const post = (client: Client, path: string, body: object) =>
  call(client, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/**
 * Starts the product's server on a folder, without rate limits; it reports how long its main thread paused
 * (`readLongestPause`).
 */
export const startMonitoredServer = (folder: string): Promise<MeasuredServer> =>
  startMeasured(
    '../server/src/main.ts',
    { DATA_DIR: folder, CONFIG_FILE: '', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '100000' },
    ['--import', localPath('./hostile/watch.ts')],
  )

/** Returns the longest pause of the server's main thread since the last request, in milliseconds. */
export const readLongestPause = ({ process }: MeasuredServer): Promise<number> =>
  new Promise((resolve) => {
    process.once('message', (ms) => resolve(Number(ms)))
    process.send('')
  })

/** Returns the quantile of some values; NaN when there are none. */
export const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN
