import { setTimeout as pause } from 'node:timers/promises'
import { SearchUnavailable } from '../engine.ts'
import type { IndexChange } from '../index/document.ts'
import type { IndexSchema } from '../index/schema.ts'
import type { OpenSearchClient } from './client.ts'
import type { StoredRecord } from './documents.ts'
import { OpenSearchRefused } from './request.ts'
import { buildStoredRecords } from './stored-records.ts'

/** Maximum number of changes in one bulk request. */
const MAX_BULK_RECORDS = 500
/** Number of characters of text after which a bulk request ends, with the record that reaches it. */
const MAX_BULK_CHARS = 8 * 1024 * 1024
/** Maximum number of bulk requests in flight, so that the sender waits for OpenSearch and not the other way round. */
const MAX_CONCURRENT_BULKS = 2
/** Time after which a bulk request has failed, in milliseconds. */
const BULK_TIMEOUT_MS = 120_000
/** Path of bulk requests, whose answer is reduced to what `BulkAnswer` needs. */
const BULK_PATH = '/_bulk?filter_path=errors,items.*.status,items.*.error.type,items.*.error.reason'
/** Number of attempts while OpenSearch is overloaded. */
const MAX_TRIES = 8
/** Pause after the first attempt, in milliseconds; it doubles after each. */
const FIRST_PAUSE_MS = 250

/** Response of a bulk request; `items` has one entry per change, named after its kind (`index`, `delete`). */
interface BulkAnswer {
  errors: boolean
  items?: Record<string, { status: number; error?: { type: string; reason: string } }>[]
}

/**
 * Sends changes to an index and calls `onRecord` before each record is sent. Every change carries its number
 * as the document version, so that a change that arrives twice, or late, has no effect.
 *
 * @throws SearchUnavailable when OpenSearch remains overloaded.
 * @throws OpenSearchRefused when it rejects a change.
 */
export async function sendChanges(
  client: OpenSearchClient,
  index: string,
  schema: IndexSchema,
  changes: IndexChange[],
  onRecord: (record: StoredRecord) => void,
): Promise<void> {
  const { start, awaitAll } = createLimiter((lines: object[]) => sendLines(client, lines))
  for (let from = 0; from < changes.length; from += MAX_BULK_RECORDS) {
    const part = latestChanges(changes.slice(from, from + MAX_BULK_RECORDS))
    const present = part.filter(
      (change): change is IndexChange & { record: string } => change.record !== null,
    )
    const records = new Map<number, StoredRecord>()
    for (const record of await buildStoredRecords(present, schema)) {
      records.set(record.seq, record)
      onRecord(record)
    }
    for (const lines of splitBulks(index, part, records)) await start(lines)
  }
  await awaitAll()
}

/**
 * Limits the number of concurrent calls of `work`: `start` waits until one more may run. The first failure is thrown by
 * the next `start` or by `awaitAll`.
 */
function createLimiter<Input>(work: (input: Input) => Promise<void>) {
  const running = new Set<Promise<void>>()
  /** The first failure; null without one. */
  let fault: unknown = null
  return {
    async start(input: Input): Promise<void> {
      while (running.size >= MAX_CONCURRENT_BULKS) await Promise.race(running)
      if (fault) throw fault
      const call: Promise<void> = work(input)
        .catch((error) => {
          fault ??= error
        })
        .finally(() => running.delete(call))
      running.add(call)
    },
    async awaitAll(): Promise<void> {
      await Promise.all(running)
      if (fault) throw fault
    },
  }
}

/** Yields the lines of bulk requests of about `MAX_BULK_CHARS`; a change without a record is a deletion. */
function* splitBulks(
  index: string,
  changes: IndexChange[],
  records: Map<number, StoredRecord>,
): Generator<object[]> {
  let lines: object[] = []
  let chars = 0
  for (const { seq, change: version } of changes) {
    const record = records.get(seq)
    const target = { _index: index, _id: String(seq), version, version_type: 'external_gte' }
    if (record) lines.push({ index: target }, record)
    else lines.push({ delete: target })
    chars += record ? recordChars(record) : 0
    if (chars < MAX_BULK_CHARS) continue
    yield lines
    lines = []
    chars = 0
  }
  if (lines.length > 0) yield lines
}

/** Returns the length of the texts of a record. */
const recordChars = ({ terms, title = '', abstract = '', keyword = '' }: StoredRecord) =>
  terms.length + title.length + abstract.length + keyword.length

/** Keeps only the last change of each record. */
const latestChanges = (changes: IndexChange[]): IndexChange[] => [
  ...new Map(changes.map((change) => [change.seq, change])).values(),
]

/** Sends the lines of a request, and again after growing pauses those that OpenSearch cannot accept at the moment. */
async function sendLines(client: OpenSearchClient, lines: object[]): Promise<void> {
  let remaining = lines
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    if (attempt > 1) await pause(FIRST_PAUSE_MS * 2 ** (attempt - 2))
    remaining = await sendOnce(client, remaining, attempt === MAX_TRIES)
    if (remaining.length === 0) return
  }
  throw new SearchUnavailable('OpenSearch takes no more changes')
}

/** Sends the lines once and returns those that have to be sent again; the last attempt throws instead. */
async function sendOnce(client: OpenSearchClient, lines: object[], isLast: boolean): Promise<object[]> {
  try {
    const answer = await client.ask<BulkAnswer>('POST', BULK_PATH, lines, BULK_TIMEOUT_MS)
    return answer.errors ? linesToRetry(lines, answer) : []
  } catch (error) {
    if (error instanceof SearchUnavailable && !isLast) return lines
    throw error
  }
}

/**
 * Returns the lines that OpenSearch could not accept at the moment (429, 503). A version conflict (409) means that a
 * later version is already indexed, which is fine, and so is a missing document (404).
 *
 * @throws OpenSearchRefused when any other change has failed.
 */
function linesToRetry(lines: object[], { items = [] }: BulkAnswer): object[] {
  const retried: object[] = []
  let at = 0
  for (const item of items) {
    const [kind = '', { status, error } = { status: 500 }] = Object.entries(item)[0] ?? []
    // A deletion has one line, any other change a second one with the record.
    const changeLines = lines.slice(at, at + (kind === 'delete' ? 1 : 2))
    at += changeLines.length
    if (status === 429 || status === 503) retried.push(...changeLines)
    else if (status >= 400 && status !== 404 && status !== 409)
      throw new OpenSearchRefused(status, error?.type ?? 'error', error?.reason ?? 'a change was refused')
  }
  return retried
}
