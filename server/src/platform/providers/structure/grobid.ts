import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isFresh } from '../../foundation/clock.ts'
import type { StructureEngine } from './port.ts'

/** Timeouts of GROBID. */
export interface GrobidTimeouts {
  /** For one file with all attempts, ms; shorter than the time after which a parse counts as stalled. */
  answer_ms: number
  /** Pause before the next attempt while the server has no free slot, ms. */
  busy_ms: number
  /** How long no request is made after the server was unreachable or too slow, ms. */
  rest_ms: number
}

const DEFAULT_TIMEOUTS: GrobidTimeouts = { answer_ms: 45_000, busy_ms: 3_000, rest_ms: 120_000 }
const ALIVE_TIMEOUT_MS = 5_000
/** Longest part of the answer `true` that is read. */
const MAX_ALIVE_CHARS = 100
const BUSY_STATUS = 503
/** Upper bound of one response, bytes: many times that of a long thesis. */
const MAX_RESPONSE_BYTES = 20 * 1024 * 1024

interface GrobidOptions {
  url: string
  now: () => Date
  log: Logger
  timeouts?: Partial<GrobidTimeouts>
}

/**
 * Creates the client of a GROBID server. When the server does not work, a file is delayed by at most `answer_ms`, and
 * no request is made for `rest_ms` afterwards.
 */
export function createGrobid({ url, now, log, timeouts }: GrobidOptions): StructureEngine {
  const { answer_ms, busy_ms, rest_ms } = { ...DEFAULT_TIMEOUTS, ...timeouts }
  /** When the server last failed, ms since 1970. */
  let failed_at = Number.NEGATIVE_INFINITY

  /** Sends a file, again and again while the server is busy; null when it found nothing. */
  async function requestStructure(path: string, signal: AbortSignal): Promise<Uint8Array | null> {
    for (;;) {
      const response = await fetch(`${url}/api/processFulltextDocument`, {
        method: 'POST',
        ...streamForm(path),
        redirect: 'error',
        signal,
      })
      if (response.status === 200) return await readBytes(response)
      await response.body?.cancel()
      // GROBID has read the file and found nothing in it.
      if (response.status === 204) return null
      if (response.status !== BUSY_STATUS) throw new Error(`GROBID answered ${response.status}`)
      await wait(busy_ms, undefined, { signal })
    }
  }

  return {
    async structureOf(path, signal) {
      if (isFresh(failed_at, now().getTime(), rest_ms)) return null
      const timeout = AbortSignal.timeout(answer_ms)
      try {
        return await requestStructure(path, AbortSignal.any([signal, timeout]))
      } catch (error) {
        signal.throwIfAborted()
        if (isUnreachable(error, timeout)) failed_at = now().getTime()
        log.warn({ err: error }, 'the structure of a file was not told; it is read without')
        return null
      }
    },
    async fault() {
      try {
        const response = await fetch(`${url}/api/isalive`, { signal: AbortSignal.timeout(ALIVE_TIMEOUT_MS) })
        const text = (await response.text()).slice(0, MAX_ALIVE_CHARS)
        return response.ok && text.trim() === 'true' ? null : `HTTP ${response.status}`
      } catch (error) {
        return error instanceof Error ? errorCode(error) : String(error)
      }
    },
  }
}

/** Returns whether a failure concerns the server: a file that it cannot read says nothing about the next. */
const isUnreachable = (error: unknown, timeout: AbortSignal): boolean =>
  timeout.aborted || error instanceof TypeError

const errorCode = ({ name, cause }: Error): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : name

/**
 * Builds GROBID's form, read while it is sent. The platform's FormData is not used: a server that responds or
 * disconnects before everything is sent would cause an unhandled rejection in it.
 */
function streamForm(path: string) {
  const boundary = randomUUID()
  const part = (about: string) => `--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n`
  const field = (name: string, value: string) => `${part(`name="${name}"`)}\r\n${value}\r\n`
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(
      field('includeRawCitations', '1') +
        field('consolidateHeader', '0') +
        field('consolidateCitations', '0') +
        `${part('name="input"; filename="file.pdf"')}Content-Type: application/pdf\r\n\r\n`,
    )
    yield* createReadStream(path)
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const headers = {
    accept: 'application/xml',
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  return { headers, body: parts() as unknown as ReadableStream<Uint8Array>, duplex: 'half' as const }
}

/**
 * Reads the whole response.
 *
 * @throws when it exceeds `MAX_RESPONSE_BYTES`.
 */
async function readBytes(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > MAX_RESPONSE_BYTES) throw new Error('GROBID answered too much')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
