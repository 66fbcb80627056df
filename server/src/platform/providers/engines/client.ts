import { FetchFault, type SafeFetch } from '../safe-fetch/safe-fetch.ts'
import type { Clock } from './clock.ts'
import { EngineFault } from './port.ts'
import type { EngineTurns } from './turns.ts'

/** What a client of one service needs. */
export interface EngineHost {
  /** The base address of every path, without a trailing slash. */
  base: string
  headers: Record<string, string>
  /** Parameters of every request, such as a key. */
  params: Record<string, string>
  fetch: SafeFetch
  turns: EngineTurns
  clock: Clock
  /** Receives the headers of every response. */
  watch?: (headers: Headers) => void
}

/** Longest pause that is waited for instead of giving up, ms. */
const MAX_WORTHWHILE_WAIT_MS = 3_000
/** Pause after a refusal that names none, ms. */
const DEFAULT_WAIT_MS = 30_000
/** The longest pause that a service may impose, ms. */
const MAX_HOLD_MS = 60 * 60_000

/** Query parameters; undefined and empty ones are omitted. */
export type RequestParams = Record<string, string | number | undefined>

/**
 * Requests one text from a service within its rate limit. When the service requests a pause, a short one is waited for
 * once; after a longer one, no request is made until it is over.
 *
 * @returns null when the service answers 404.
 * @throws EngineFault; the reason of `signal` when it is aborted.
 */
export async function fetchText(
  host: EngineHost,
  path: string,
  params: RequestParams,
  signal: AbortSignal,
): Promise<string | null> {
  const url = requestUrl(host, path, params)
  for (let attempt = 1; ; attempt += 1) {
    const response = await host.turns.run(() => sendRequest(host, url, signal), signal)
    host.watch?.(response.headers)
    const pause_ms = requestedPause(response)
    if (pause_ms === null) return readBody(response, signal)
    await response.body?.cancel()
    if (attempt > 1 || pause_ms > MAX_WORTHWHILE_WAIT_MS) {
      host.turns.hold(pause_ms)
      const retry_after = Math.ceil(pause_ms / 1000)
      throw new EngineFault('rate_limited', { status: response.status, retry_after })
    }
    await host.clock.sleep(pause_ms, signal)
  }
}

/** Builds the address; parameters of the host replace those of the request. */
function requestUrl({ base, params: host_params }: EngineHost, path: string, params: RequestParams): URL {
  const url = new URL(base + path)
  for (const [name, value] of Object.entries({ ...params, ...host_params }))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  return url
}

/** Sends a GET; throws an EngineFault for failures of the network, and the reason when the signal is aborted. */
async function sendRequest({ fetch, headers }: EngineHost, url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { headers, signal })
  } catch (error) {
    signal.throwIfAborted()
    throw toEngineFault(error)
  }
}

/** Reads the body of a response; null for 404. Throws an EngineFault for other statuses and broken transfers. */
async function readBody(response: Response, signal: AbortSignal): Promise<string | null> {
  const { status } = response
  if (status !== 200) await response.body?.cancel()
  if (status === 404) return null
  if (status === 401 || status === 403) throw new EngineFault('refused', { status })
  if (status !== 200) throw new EngineFault('failed', { status })
  try {
    return await response.text()
  } catch (error) {
    signal.throwIfAborted()
    throw toEngineFault(error)
  }
}

function toEngineFault(error: unknown): unknown {
  if (!(error instanceof FetchFault)) return error
  return new EngineFault(error.reason === 'too_large' ? 'unreadable' : 'unreachable', { cause: error })
}

/** Returns how long the service asks for a pause, ms; null when it does not. RFC 9110, 10.2.3. */
function requestedPause({ status, headers }: Response): number | null {
  const retry_after = headers.get('retry-after')
  if (status !== 429 && !(status === 503 && retry_after)) return null
  const seconds = Number(retry_after)
  const ms = Number.isNaN(seconds) ? Date.parse(retry_after ?? '') - Date.now() : seconds * 1000
  if (retry_after === null || Number.isNaN(ms)) return DEFAULT_WAIT_MS
  return Math.min(Math.max(ms, 0), MAX_HOLD_MS)
}

/**
 * Parses JSON of a given shape.
 *
 * @throws EngineFault `unreadable`.
 */
export function parseJson<T>(text: string, shape: { parse: (value: unknown) => T }): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch (cause) {
    throw new EngineFault('unreadable', { cause })
  }
}

/**
 * Returns the elements of an XML text with one of these names, in their order, without those nested in another. Takes
 * linear time even when end tags are missing; from the first element without an end tag on, nothing is returned.
 */
export function extractElements(xml: string, names: readonly string[]): string[] {
  const elements: string[] = []
  const startTag = new RegExp(`<(${names.join('|')})[\\s>]`, 'g')
  for (let start = startTag.exec(xml); start; start = startTag.exec(xml)) {
    const endTag = `</${start[1]}>`
    const at = xml.indexOf(endTag, start.index)
    if (at < 0) break
    startTag.lastIndex = at + endTag.length
    elements.push(xml.slice(start.index, startTag.lastIndex))
  }
  return elements
}
