import type { Utf8 } from './bytes.ts'
import { maximumRecordBytes, type RawRecord } from './format.ts'
import type { Place } from './json-place.ts'
import { append, consume, openWindow, type Window } from './window.ts'

const quote = 34
const backslash = 92
const lineFeed = 10
const openBrace = 123
const closeBrace = 125
const openBracket = 91
const closeBracket = 93
/** Bytes that stay behind the place of the scan, to see the name of a list. */
const kept = 64

interface Scan {
  place: Place
  at: number
  /** The brackets that are open around `at`. */
  open: number[]
  inText: boolean
  /** The byte before was a backslash. */
  escaped: boolean
  /** The list that is open at the depth of the records is theirs. */
  inRecords: boolean
  /** Where the current record begins, -1 between records. */
  record: number
  /** How records begin, known from the first: line break and indent, brace, first name. */
  signature: Buffer | null
  /** After a broken record: only the signature counts as the beginning of the next. */
  lost: boolean
  /** Bytes that may still be read a second time because of broken records. */
  patience: number
  over: boolean
}

interface Cut {
  to: number
  fault?: string
}

function startsHere(window: Window, scan: Scan, at: number): boolean {
  const mark = scan.signature
  return (
    mark !== null &&
    window.bytes.compare(mark, 0, mark.length, at, Math.min(at + mark.length, window.end)) === 0
  )
}

/** Whether a record begins at this brace. A missing or surplus bracket before it is overcome by the signature. */
function begins(window: Window, scan: Scan): boolean {
  const { depth, inList } = scan.place
  const around = scan.open
  if (around.length === depth) return !inList || (around.at(-1) === openBracket && scan.inRecords)
  if (around.length > depth || !scan.signature) return false
  const indented = scan.signature.indexOf(openBrace)
  if (!startsHere(window, scan, scan.at - indented)) return false
  scan.open = new Array<number>(depth).fill(openBracket)
  return true
}

const listName = /"(?:items|results|records|references|data|works)"\s*:\s*$/

/** Other lists beside that of the records (groups, facets) hold no records. */
function isList(window: Window, scan: Scan): boolean {
  if (scan.place.depth < 2) return true
  return listName.test(window.bytes.toString('latin1', Math.max(window.start, scan.at - kept), scan.at))
}

function opens(window: Window, scan: Scan, byte: number): void {
  if (byte === openBracket && scan.open.length === scan.place.depth - 1) scan.inRecords = isList(window, scan)
  if (byte === openBrace && scan.record < 0 && begins(window, scan)) scan.record = scan.at
  scan.open.push(byte)
}

function closes(scan: Scan): Cut | null {
  scan.open.pop()
  return scan.record >= 0 && scan.open.length === scan.place.depth ? { to: scan.at + 1 } : null
}

/** Where every record begins on a line of its own, the next beginning ends the current one. */
function brokenOff(window: Window, scan: Scan): boolean {
  return scan.record >= 0 && scan.signature?.[0] === lineFeed && startsHere(window, scan, scan.at)
}

/** A text cannot hold a raw line break: where one comes, a quotation mark is missing or one too many. */
function inText(scan: Scan, byte: number): Cut | null {
  if (byte === quote) scan.inText = false
  else if (byte === backslash) scan.escaped = true
  else if (scan.record >= 0) return { to: scan.at, fault: '引号不成对，不是完整的 JSON' }
  return null
}

/** A byte outside of texts; something to cut where the current record ends there, well or badly. */
function outside(window: Window, scan: Scan, byte: number): Cut | null {
  if (byte === quote) scan.inText = true
  else if (byte === openBrace || byte === openBracket) opens(window, scan, byte)
  else if (byte === closeBrace || byte === closeBracket) return closes(scan)
  else if (brokenOff(window, scan)) return { to: scan.at, fault: '括号不成对，不是完整的 JSON' }
  return null
}

function tableOf(...bytes: number[]): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of bytes) table[byte] = 1
  return table
}

/** The bytes that mean something in a text, and outside of texts; all others are passed over quickly. */
const meaningInText = tableOf(quote, backslash, lineFeed)
const meaningOutside = tableOf(quote, lineFeed, openBrace, closeBrace, openBracket, closeBracket)

function passOver(window: Window, scan: Scan): void {
  const meaning = scan.inText ? meaningInText : meaningOutside
  const { bytes, end } = window
  let { at } = scan
  while (at < end && meaning[bytes[at] ?? 0] === 0) at++
  scan.at = at
}

/** Goes on to the end of the current record, or to the end of the window: null. */
function scanOn(window: Window, scan: Scan): Cut | null {
  for (; scan.at < window.end; scan.at++) {
    if (scan.escaped) {
      scan.escaped = false
      continue
    }
    passOver(window, scan)
    if (scan.at >= window.end) return null
    const byte = window.bytes[scan.at] ?? 0
    const cut = scan.inText ? inText(scan, byte) : outside(window, scan, byte)
    if (cut) return cut
  }
  return null
}

function signatureOf(window: Window, record: number): Buffer | null {
  const beginning = window.bytes.toString('latin1', record, Math.min(window.end, record + 200))
  const named = /^\{\s*"[^"]{1,60}"\s*:/.exec(beginning)
  const before = window.bytes.toString('latin1', Math.max(0, record - 40), record)
  return named ? Buffer.from((/\n[ \t]*$/.exec(before)?.[0] ?? '') + named[0], 'latin1') : null
}

/** Looks for the beginning of the next record after a broken one. */
function findNext(window: Window, scan: Scan): void {
  const mark = scan.signature
  const found = mark ? window.bytes.subarray(0, window.end).indexOf(mark, scan.at) : -1
  const at = found >= 0 ? found : Math.max(scan.at, window.end - (mark?.length ?? 0))
  scan.lost = found < 0
  scan.inRecords = true
  scan.at = at
  scan.open = new Array<number>(scan.place.depth).fill(openBracket)
  consume(window, at)
}

function take(window: Window, scan: Scan, cut: Cut): RawRecord {
  consume(window, scan.record)
  const { line } = window
  const text = window.bytes.toString('utf8', window.start, cut.to)
  scan.signature ??= signatureOf(window, scan.record)
  if (cut.fault === undefined) {
    consume(window, cut.to)
    scan.at = cut.to
  } else {
    scan.patience -= cut.to - scan.record
    scan.at = scan.record + 1
    scan.inText = false
    scan.escaped = false
    findNext(window, scan)
  }
  scan.record = -1
  return { text, line, offset: window.offset, ...(cut.fault === undefined ? {} : { fault: cut.fault }) }
}

/** The record that has no end in what there is, once there cannot be more of it. */
function unfinished(window: Window, scan: Scan, last: boolean): Cut | null {
  if (scan.record < 0) return null
  if (last) return { to: window.end, fault: '括号不成对，或文件在这条记录中间结束' }
  return window.end - scan.record > maximumRecordBytes
    ? { to: window.end, fault: '一条记录超过 16 MB' }
    : null
}

/** So much of the file is broken that looking for the rest of it would never end. */
function giveUp(window: Window, scan: Scan): RawRecord {
  const { line } = window
  consume(window, window.end)
  Object.assign(scan, { at: window.end, record: -1, over: true })
  return { text: '', line, offset: window.offset, fault: '损坏之处太多，其后的内容未能读取' }
}

function collect(window: Window, scan: Scan, last: boolean): RawRecord[] {
  const records: RawRecord[] = []
  while (!scan.over) {
    if (scan.lost) findNext(window, scan)
    const cut = (scan.lost ? null : scanOn(window, scan)) ?? unfinished(window, scan, last)
    if (!cut) break
    records.push(scan.patience > 0 ? take(window, scan, cut) : giveUp(window, scan))
  }
  if (scan.record < 0) consume(window, Math.max(scan.at - kept, window.start))
  return records
}

/**
 * Cuts JSON into its records, whatever they are wrapped in, holding one of them at a time. A record that is no
 * JSON is reported; reading goes on where the next one begins in the way the first one did.
 */
export async function* splitJsonRecords(chunks: Utf8, place: Place, from = 0): AsyncGenerator<RawRecord[]> {
  const window = openWindow()
  const scan: Scan = {
    place,
    at: 0,
    open: [],
    inText: false,
    escaped: false,
    inRecords: true,
    record: -1,
    signature: null,
    lost: false,
    patience: 1 << 27,
    over: false,
  }
  for await (const chunk of chunks) {
    const before = window.start
    if (scan.over) return
    append(window, chunk)
    scan.at += window.start - before
    if (scan.record >= 0) scan.record += window.start - before
    const records = collect(window, scan, false).filter((record) => record.offset > from)
    if (records.length > 0) yield records
  }
  const rest = collect(window, scan, true).filter((record) => record.offset > from)
  if (rest.length > 0) yield rest
}
