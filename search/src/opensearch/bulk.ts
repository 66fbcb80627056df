import { setTimeout as pause } from 'node:timers/promises'
import { SearchUnavailable } from '../engine.ts'
import type { IndexChange } from '../index/document.ts'
import type { IndexSchema } from '../index/schema.ts'
import { type Client, OpenSearchRefused } from './client.ts'
import { type StoredRecord, storedRecords } from './documents.ts'

/** So many records, or about so many bytes, go together. */
const RECORDS = 500
const BYTES = 8 * 1024 * 1024
/** So many are on their way at once: whoever feeds waits for OpenSearch, not the other way round. */
const AT_ONCE = 2
const LONGEST_MS = 120_000
/** OpenSearch says that it has too much to do: it is asked again, ever later. */
const TRIES = 8
const FIRST_PAUSE_MS = 250

interface BulkAnswer {
  errors: boolean
  items?: Record<string, { status: number; error?: { type: string; reason: string } }>[]
}

/**
 * Brings changes into an index; tells `accepted` of each record. Every change carries its number as its version, so that one
 * that comes twice, or late, changes nothing.
 */
export async function bringIn(
  client: Client,
  index: string,
  schema: IndexSchema,
  changes: IndexChange[],
  accepted: (record: StoredRecord) => void,
): Promise<void> {
  const { send, all } = someAtOnce((lines: object[]) => sendLines(client, lines))
  for (let from = 0; from < changes.length; from += RECORDS) {
    const part = latest(changes.slice(from, from + RECORDS))
    const present = part.filter((each): each is IndexChange & { record: string } => each.record !== null)
    const records = new Map<number, StoredRecord>()
    for (const record of await storedRecords(present, schema)) {
      records.set(record.seq, record)
      accepted(record)
    }
    for (const lines of bulksOf(index, part, records)) await send(lines)
  }
  await all()
}

/** Does at most some at once; the first failure is thrown by whatever is asked next. */
function someAtOnce<Work>(work: (of: Work) => Promise<void>) {
  const underway = new Set<Promise<void>>()
  let failed: unknown = null
  return {
    async send(of: Work): Promise<void> {
      while (underway.size >= AT_ONCE) await Promise.race(underway)
      if (failed) throw failed
      const doing: Promise<void> = work(of)
        .catch((error) => {
          failed ??= error
        })
        .finally(() => underway.delete(doing))
      underway.add(doing)
    },
    async all(): Promise<void> {
      await Promise.all(underway)
      if (failed) throw failed
    },
  }
}

/** The lines of changes, parted where they are many bytes. */
function* bulksOf(
  index: string,
  changes: IndexChange[],
  records: Map<number, StoredRecord>,
): Generator<object[]> {
  let [lines, bytes]: [object[], number] = [[], 0]
  for (const { seq, change } of changes) {
    const record = records.get(seq)
    const of = { _index: index, _id: String(seq), version: change, version_type: 'external_gte' }
    if (record) lines.push({ index: of }, record)
    else lines.push({ delete: of })
    bytes += record ? sizeOf(record) : 0
    if (bytes < BYTES) continue
    yield lines
    ;[lines, bytes] = [[], 0]
  }
  if (lines.length > 0) yield lines
}

const sizeOf = ({ terms, title = '', abstract = '', keyword = '' }: StoredRecord) =>
  terms.length + title.length + abstract.length + keyword.length

/** Of several changes of one record the last one. */
const latest = (changes: IndexChange[]): IndexChange[] => [
  ...new Map(changes.map((change) => [change.seq, change])).values(),
]

async function sendLines(client: Client, lines: object[]): Promise<void> {
  let left = lines
  for (let tried = 1; tried <= TRIES; tried += 1) {
    left = await sendOnce(client, left, tried === TRIES)
    if (left.length === 0) return
    await pause(FIRST_PAUSE_MS * 2 ** (tried - 1))
  }
  throw new SearchUnavailable('OpenSearch takes no more changes')
}

/** Answers what is left to be sent. */
async function sendOnce(client: Client, lines: object[], isLast: boolean): Promise<object[]> {
  try {
    const answer = await client.ask<BulkAnswer>('POST', BULK, lines, LONGEST_MS)
    return answer.errors ? linesLeft(lines, answer) : []
  } catch (error) {
    if (error instanceof SearchUnavailable && !isLast) return lines
    throw error
  }
}

const BULK = '/_bulk?filter_path=errors,items.*.status,items.*.error.type,items.*.error.reason'

/** Lines that OpenSearch could not take now. What is there already in a later version is as it should be. */
function linesLeft(lines: object[], { items = [] }: BulkAnswer): object[] {
  const left: object[] = []
  let at = 0
  for (const item of items) {
    const [kind = '', { status, error } = { status: 500 }] = Object.entries(item)[0] ?? []
    const own = lines.slice(at, at + (kind === 'delete' ? 1 : 2))
    at += own.length
    if (status === 429 || status === 503) left.push(...own)
    else if (status >= 400 && status !== 404 && status !== 409)
      throw new OpenSearchRefused(status, error?.type ?? 'error', error?.reason ?? 'a change was refused')
  }
  return left
}
