// Scans JSON text for the end of a record.
import type { ByteWindow } from './window.ts'

/** Where the records of a JSON text are: `{"results":[{…}]}` has depth 2 and a list, `{…}\n{…}` depth 0 and none. */
export interface RecordPlace {
  /** Number of brackets around the records. */
  depth: number
  /** Whether the innermost of these is a list. */
  inList: boolean
}

/** The state of a scan; positions are those of the window's buffer, in bytes. */
export interface ScanState {
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

/** Bytes kept before the scan position, in which the name of a list is found. */
export const LOOK_BEHIND_BYTES = 64

// The bytes that matter to the scan. All are ASCII, of which no byte of another UTF-8 character can be one.
const QUOTE = 34
const BACKSLASH = 92
const LINE_FEED = 10
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
export const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93

/** The end of a record, with its fault where it is not complete. */
export interface RecordEnd {
  /** Position after its last byte. */
  to: number
  /** In Chinese. */
  fault?: string
}

/** Scans to the end of the current record; returns null at the end of the window. */
export function scanToRecordEnd(window: ByteWindow, scan: ScanState): RecordEnd | null {
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
