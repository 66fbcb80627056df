import { MAX_RECORD_BYTES, type RawRecord } from '../format.ts'
import type { Utf8Chunks } from './bytes.ts'
import {
  LOOK_BEHIND_BYTES,
  OPEN_BRACKET,
  type RecordEnd,
  type RecordPlace,
  type ScanState,
  scanToRecordEnd,
} from './json-scan.ts'
import { appendChunk, type ByteWindow, consumeBytes, openWindow } from './window.ts'

/** Characters at the beginning of a response in which the names before the records are looked for. */
const MAX_OPENING_CHARS = 4000

/**
 * Returns the place of the records in a text that starts with `head`: `[…`, `{"message":{"items":[…`, `{"results":[…`;
 * depth 0 where records simply follow one another.
 */
export function findRecordPlace(head: string): RecordPlace {
  const start = head.trimStart().slice(0, MAX_OPENING_CHARS)
  if (start.startsWith('[')) return { depth: 1, inList: true }
  if (/^\{[^{[]*"message"\s*:\s*\{/.test(start)) {
    return /"message-type"\s*:\s*"[a-z]+-list"/.test(start)
      ? { depth: 3, inList: true }
      : { depth: 1, inList: false }
  }
  const wrapped = /^\{\s*"(?:items|results|meta|records|references|data|count|total\w*)"\s*:/.test(start)
  return wrapped ? { depth: 2, inList: true } : { depth: 0, inList: false }
}

/**
 * Maximum number of bytes of broken records that are read again, 128 MB. A record may be broken because it holds the
 * next ones, so the scan goes on behind its start; this bounds the time that a damaged file takes.
 */
const MAX_REREAD_BYTES = 128 * 1024 * 1024

/**
 * Splits JSON into its records, whatever surrounds them, holding one record in memory at a time. A record with unpaired
 * quotation marks or brackets, or over 16 MB, is yielded with its fault; reading continues at the next start of a
 * record that resembles the first. Never throws of itself. Batches are not empty and in the order of the file.
 *
 * @param from offset in the stream at which reading resumes, in bytes; records that end before it are left out
 */
export async function* splitJsonRecords(
  chunks: Utf8Chunks,
  place: RecordPlace,
  from = 0,
): AsyncGenerator<RawRecord[]> {
  const window = openWindow()
  const scan: ScanState = {
    place,
    at: 0,
    open: [],
    isInText: false,
    isEscaped: false,
    isInRecords: true,
    record: -1,
    signature: null,
    isLost: false,
    rereadBytesLeft: MAX_REREAD_BYTES,
    isAbandoned: false,
  }
  for await (const chunk of chunks) {
    if (scan.isAbandoned) return
    const startBefore = window.start
    appendChunk(window, chunk)
    // The bytes have moved in the buffer.
    scan.at += window.start - startBefore
    if (scan.record >= 0) scan.record += window.start - startBefore
    const records = collectRecords(window, scan, false).filter((record) => record.offset > from)
    if (records.length > 0) yield records
  }
  const rest = collectRecords(window, scan, true).filter((record) => record.offset > from)
  if (rest.length > 0) yield rest
}

/** Returns the records that end in the window, in order, and consumes them. */
function collectRecords(window: ByteWindow, scan: ScanState, isLast: boolean): RawRecord[] {
  const records: RawRecord[] = []
  while (!scan.isAbandoned) {
    if (scan.isLost) findNextRecord(window, scan)
    const scanned = scan.isLost ? null : scanToRecordEnd(window, scan)
    const recordEnd = scanned ?? unfinishedRecordEnd(window, scan, isLast)
    if (!recordEnd) break
    records.push(scan.rereadBytesLeft > 0 ? takeRecord(window, scan, recordEnd) : abandonRest(window, scan))
  }
  if (scan.record < 0) consumeBytes(window, Math.max(scan.at - LOOK_BEHIND_BYTES, window.start))
  return records
}

/** Moves the scan to the start of the next record after a broken one; sets `isLost` when it is not in the window. */
function findNextRecord(window: ByteWindow, scan: ScanState): void {
  const { signature } = scan
  const found = signature ? window.bytes.subarray(0, window.end).indexOf(signature, scan.at) : -1
  const at = found >= 0 ? found : Math.max(scan.at, window.end - (signature?.length ?? 0))
  scan.isLost = found < 0
  scan.isInRecords = true
  scan.at = at
  scan.open = new Array<number>(scan.place.depth).fill(OPEN_BRACKET)
  consumeBytes(window, at)
}

/**
 * Returns the end of a record that is incomplete at the end of the file, or too large; null when it may go on.
 * `isLast` says that the window reaches to the end of the file.
 */
function unfinishedRecordEnd(window: ByteWindow, scan: ScanState, isLast: boolean): RecordEnd | null {
  if (scan.record < 0) return null
  if (isLast) return { to: window.end, fault: '括号不成对，或文件在这条记录中间结束' }
  return window.end - scan.record > MAX_RECORD_BYTES ? { to: window.end, fault: '一条记录超过 16 MB' } : null
}

/** Consumes the current record and returns it; after a broken one the scan goes on right behind its start. */
function takeRecord(window: ByteWindow, scan: ScanState, { to, fault }: RecordEnd): RawRecord {
  consumeBytes(window, scan.record)
  const { line } = window
  const text = window.bytes.toString('utf8', window.start, to)
  scan.signature ??= readSignature(window, scan.record)
  if (fault === undefined) {
    consumeBytes(window, to)
    scan.at = to
  } else {
    scan.rereadBytesLeft -= to - scan.record
    scan.at = scan.record + 1
    scan.isInText = false
    scan.isEscaped = false
    findNextRecord(window, scan)
  }
  scan.record = -1
  return { text, line, offset: window.offset, ...(fault === undefined ? {} : { fault }) }
}

/** Maximum number of bytes of a signature behind the start of a record, and of those before it. */
const MAX_FIRST_NAME_BYTES = 200
const MAX_INDENT_BYTES = 40

/** Returns the bytes with which a complete record starts: `\n  {"id":`; null where it has no first name. */
function readSignature(window: ByteWindow, record: number): Buffer | null {
  const beginning = window.bytes.toString(
    'latin1',
    record,
    Math.min(window.end, record + MAX_FIRST_NAME_BYTES),
  )
  const named = /^\{\s*"[^"]{1,60}"\s*:/.exec(beginning)
  const before = window.bytes.toString('latin1', Math.max(0, record - MAX_INDENT_BYTES), record)
  return named ? Buffer.from((/\n[ \t]*$/.exec(before)?.[0] ?? '') + named[0], 'latin1') : null
}

/** Reports that the file has too many broken records to continue, and consumes the rest. */
function abandonRest(window: ByteWindow, scan: ScanState): RawRecord {
  const { line } = window
  consumeBytes(window, window.end)
  Object.assign(scan, { at: window.end, record: -1, isAbandoned: true })
  return { text: '', line, offset: window.offset, fault: '损坏之处太多，其后的内容未能读取' }
}
