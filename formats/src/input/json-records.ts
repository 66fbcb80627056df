import { MAX_RECORD_BYTES, type RawRecord } from '../format.ts'
import type { Utf8Chunks } from './bytes.ts'
import { appendChunk, type ByteWindow, consumeBytes, openWindow } from './window.ts'

/** Where the records of a JSON text are: `{"results":[{…}]}` has depth 2 and a list, `{…}\n{…}` depth 0 and none. */
export interface RecordPlace {
  /** Number of brackets around the records. */
  depth: number
  /** Whether the innermost of these is a list. */
  inList: boolean
}

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

/** The state of a scan; positions are those of the window's buffer, in bytes. */
interface ScanState {
  place: RecordPlace
  /** Position of the next byte. */
  at: number
  /** The brackets that are open at `at`, as bytes, the outermost first. */
  open: number[]
  /** Whether `at` is within a string. */
  isInText: boolean
  /** Whether the previous byte was a backslash. */
  isEscaped: boolean
  /** Whether the list that is open at the depth of the records is the list of records. */
  isInRecords: boolean
  /** The position at which the current record starts, -1 between records. */
  record: number
  /** The bytes with which records start, taken from the first one: line break and indentation, brace, first name. */
  signature: Buffer | null
  /** Whether the record after a broken one has not been found yet; only the signature marks its start. */
  isLost: boolean
  /** The number of bytes that may still be read again because of broken records. */
  rereadBytesLeft: number
  /** Whether there are too many broken records to continue. */
  isAbandoned: boolean
}

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

/** Bytes kept before the scan position, in which the name of a list is found. */
const LOOK_BEHIND_BYTES = 64

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

// The bytes that matter to the scan. All are ASCII, of which no byte of another UTF-8 character can be one.
const QUOTE = 34
const BACKSLASH = 92
const LINE_FEED = 10
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93

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

/** The end of a record, with its fault where it is not complete. */
interface RecordEnd {
  /** Position after its last byte. */
  to: number
  /** In Chinese. */
  fault?: string
}

/** Scans to the end of the current record; returns null at the end of the window. */
function scanToRecordEnd(window: ByteWindow, scan: ScanState): RecordEnd | null {
  for (; scan.at < window.end; scan.at++) {
    if (scan.isEscaped) {
      scan.isEscaped = false
      continue
    }
    skipPlainBytes(window, scan)
    if (scan.at >= window.end) return null
    const byte = window.bytes[scan.at] ?? 0
    const recordEnd = scan.isInText ? scanTextByte(scan, byte) : scanByte(window, scan, byte)
    if (recordEnd) return recordEnd
  }
  return null
}

/** Returns a table that has 1 at these bytes and 0 at all others. */
function byteTable(...bytes: number[]): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of bytes) table[byte] = 1
  return table
}

/** Tables of the bytes that matter within and outside of strings; all others are skipped quickly. */
const STOPS_IN_TEXT = byteTable(QUOTE, BACKSLASH, LINE_FEED)
const STOPS_OUTSIDE_TEXT = byteTable(QUOTE, LINE_FEED, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET)

/** Moves the scan to the next byte that matters, or to the end of the window. */
function skipPlainBytes(window: ByteWindow, scan: ScanState): void {
  const stops = scan.isInText ? STOPS_IN_TEXT : STOPS_OUTSIDE_TEXT
  const { bytes, end } = window
  let { at } = scan
  while (at < end && stops[bytes[at] ?? 0] === 0) at++
  scan.at = at
}

/**
 * Handles a byte within a string. A string cannot contain a raw line break; one shows that a quotation mark is missing
 * or surplus.
 */
function scanTextByte(scan: ScanState, byte: number): RecordEnd | null {
  if (byte === QUOTE) scan.isInText = false
  else if (byte === BACKSLASH) scan.isEscaped = true
  else if (scan.record >= 0) return { to: scan.at, fault: '引号不成对，不是完整的 JSON' }
  return null
}

/** Handles a byte outside of strings; returns the end of the current record if it ends here, complete or not. */
function scanByte(window: ByteWindow, scan: ScanState, byte: number): RecordEnd | null {
  if (byte === QUOTE) scan.isInText = true
  else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) openBracketAt(window, scan, byte)
  else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return closeBracketAt(scan)
  else if (isBrokenOff(window, scan)) return { to: scan.at, fault: '括号不成对，不是完整的 JSON' }
  return null
}

/** Handles an opening brace or bracket, with which the list of records or a record may begin. */
function openBracketAt(window: ByteWindow, scan: ScanState, byte: number): void {
  if (byte === OPEN_BRACKET && scan.open.length === scan.place.depth - 1)
    scan.isInRecords = isRecordList(window, scan)
  if (byte === OPEN_BRACE && scan.record < 0 && beginsRecord(window, scan)) scan.record = scan.at
  scan.open.push(byte)
}

/** The name before a list of records: `"results": `. */
const LIST_NAME = /"(?:items|results|records|references|data|works)"\s*:\s*$/

/** Returns whether the list at `scan.at` holds the records, unlike other lists of the response (groups, facets). */
function isRecordList(window: ByteWindow, scan: ScanState): boolean {
  if (scan.place.depth < 2) return true
  return LIST_NAME.test(
    window.bytes.toString('latin1', Math.max(window.start, scan.at - LOOK_BEHIND_BYTES), scan.at),
  )
}

/**
 * Returns whether a record starts at the brace at `scan.at`. The signature identifies it even after a missing bracket;
 * the open brackets are then corrected to those around a record.
 */
function beginsRecord(window: ByteWindow, scan: ScanState): boolean {
  const { depth, inList } = scan.place
  const { open } = scan
  if (open.length === depth) return !inList || (open.at(-1) === OPEN_BRACKET && scan.isInRecords)
  if (open.length > depth || !scan.signature) return false
  const braceOffset = scan.signature.indexOf(OPEN_BRACE)
  if (!matchesSignature(window, scan, scan.at - braceOffset)) return false
  scan.open = new Array<number>(depth).fill(OPEN_BRACKET)
  return true
}

/** Returns whether the bytes at a position are the signature of records. */
function matchesSignature(window: ByteWindow, scan: ScanState, at: number): boolean {
  const { signature } = scan
  return (
    signature !== null &&
    window.bytes.compare(signature, 0, signature.length, at, Math.min(at + signature.length, window.end)) ===
      0
  )
}

/** Closes the innermost bracket; returns the end of the current record if it closes with it, else null. */
function closeBracketAt(scan: ScanState): RecordEnd | null {
  scan.open.pop()
  return scan.record >= 0 && scan.open.length === scan.place.depth ? { to: scan.at + 1 } : null
}

/**
 * Returns whether the current record is incomplete: where every record starts on a new line, the signature shows the
 * start of the next one.
 */
function isBrokenOff(window: ByteWindow, scan: ScanState): boolean {
  return scan.record >= 0 && scan.signature?.[0] === LINE_FEED && matchesSignature(window, scan, scan.at)
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
