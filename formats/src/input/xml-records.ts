import { MAX_RECORD_BYTES, type RawRecord } from '../format.ts'
import type { Utf8Chunks } from './bytes.ts'
import { appendChunk, type ByteWindow, consumeBytes, openWindow } from './window.ts'

/** The state of splitting one file; positions are those of the window's buffer, in bytes. */
interface XmlSplitter {
  /** Names of the elements that are records, with their prefixes. */
  names: ReadonlySet<string>
  /** The first bytes of those names. */
  initials: ReadonlySet<number>
  /** The name of the record that starts at `window.start`, null where none does. */
  name: string | null
  /** The position up to which its end has been searched for. */
  searched: number
}

/**
 * Splits XML into the elements of the given names (as written, with prefix), which must not be nested. Holds one of
 * them in memory at a time; a record that is not closed is reported and affects only itself.
 *
 * @param from offset in the stream at which reading resumes, in bytes; records that end before it are left out
 */
export async function* splitXmlRecords(
  chunks: Utf8Chunks,
  names: readonly string[],
  from = 0,
): AsyncGenerator<RawRecord[]> {
  const window = openWindow()
  const initials = new Set(names.map((name) => name.charCodeAt(0)))
  const splitter: XmlSplitter = { names: new Set(names), initials, name: null, searched: 0 }
  for await (const chunk of chunks) {
    const startBefore = window.start
    appendChunk(window, chunk)
    // The bytes have moved in the buffer.
    splitter.searched += window.start - startBefore
    const records = collectRecords(window, splitter, false).filter((record) => record.offset > from)
    if (records.length > 0) yield records
  }
  const rest = collectRecords(window, splitter, true).filter((record) => record.offset > from)
  if (rest.length > 0) yield rest
}

/** Returns the records that end in the window, in order, and consumes them. */
function collectRecords(window: ByteWindow, splitter: XmlSplitter, isLast: boolean): RawRecord[] {
  const records: RawRecord[] = []
  while (splitter.name !== null || seekRecord(window, splitter, isLast)) {
    const record = cutRecord(window, splitter, splitter.name ?? '', isLast)
    if (!record) break
    records.push(record)
  }
  return records
}

// Bytes of `<` and `/`.
const LESS_THAN = 60
const SLASH = 47

/** Consumes the bytes before the next record; returns false where it has not arrived yet. */
function seekRecord(window: ByteWindow, splitter: XmlSplitter, isLast: boolean): boolean {
  for (;;) {
    const at = window.bytes.subarray(0, window.end).indexOf(LESS_THAN, window.start)
    consumeBytes(window, at < 0 ? window.end : at)
    if (at < 0) return false
    const opening = inspectOpening(window, at, splitter.names, isLast)
    if (opening.kind === 'more') return false
    if (opening.kind === 'record') {
      splitter.name = opening.name
      splitter.searched = at
      return true
    }
    consumeBytes(window, opening.to)
  }
}

/** Bytes of a tag in which its name stands. */
const MAX_TAG_NAME_BYTES = 64

/**
 * The construct that starts at a `<` between records: a record, something that ends at the position `to`, or one that
 * is known only with more bytes.
 */
type OpeningKind = { kind: 'record'; name: string } | { kind: 'other'; to: number } | { kind: 'more' }

/** Returns what starts at the `<` at position `at`. `isLast` says that the window reaches to the end of the file. */
function inspectOpening(
  window: ByteWindow,
  at: number,
  names: ReadonlySet<string>,
  isLast: boolean,
): OpeningKind {
  const begin = window.bytes.toString('latin1', at, Math.min(window.end, at + MAX_TAG_NAME_BYTES))
  const found = skipSpecial(window, at, begin, isLast)
  if (found) return found
  const name = /^<([\w:.-]+)[\s/>]/.exec(begin)?.[1]
  if (name !== undefined && names.has(name)) return { kind: 'record', name }
  if (begin.length < MAX_TAG_NAME_BYTES && !isLast && !begin.includes('>')) return { kind: 'more' }
  return { kind: 'other', to: at + 1 }
}

/** Start and end of the sections in which tags do not count. */
const SKIPPED_SECTIONS: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

/**
 * Skips comments, CDATA sections, processing instructions and document types as a whole, so that a record inside one is
 * ignored. Returns null when none of them starts at `at`.
 */
function skipSpecial(window: ByteWindow, at: number, begin: string, isLast: boolean): OpeningKind | null {
  const bytes = window.bytes.subarray(0, window.end)
  const pair = SKIPPED_SECTIONS.find(([opening]) => begin.startsWith(opening))
  if (!pair && !/^<!DOCTYPE/i.test(begin)) return null
  const closing = pair ? bytes.indexOf(pair[1], at) : -1
  const end = pair ? closing + (closing < 0 ? 0 : pair[1].length) : findDoctypeEnd(bytes, at)
  if (end >= 0) return { kind: 'other', to: end }
  return isLast || window.end - at > MAX_RECORD_BYTES ? { kind: 'other', to: window.end } : { kind: 'more' }
}

/** Returns the end of a document type: after its `>`, or after the declarations in its brackets; -1 where it is cut. */
function findDoctypeEnd(bytes: Buffer, at: number): number {
  const bracket = bytes.indexOf('[', at)
  const simple = bytes.indexOf('>', at)
  const subset = bracket >= 0 && (simple < 0 || bracket < simple)
  const end = subset ? bytes.indexOf(']', bracket) : simple
  return end < 0 ? -1 : end + 1
}

/** Bytes at the end of the window in which an end tag may be cut in two. */
const MAX_END_TAG_BYTES = 80

/**
 * Takes the record at `window.start`; returns null where its end has not arrived yet. A record within which another one
 * starts was never closed and ends there.
 */
function cutRecord(
  window: ByteWindow,
  splitter: XmlSplitter,
  name: string,
  isLast: boolean,
): RawRecord | null {
  const other = findNextOpening(window, splitter, Math.max(splitter.searched, window.start + 1), window.end)
  const end = findRecordEnd(window, name, splitter.searched, other < 0 ? window.end : other)
  if (end >= 0) return takeRecord(window, splitter, end)
  if (other >= 0) return takeRecord(window, splitter, other, '记录没有结束标签')
  if (isLast) return takeRecord(window, splitter, window.end, '文件在这条记录中间结束')
  if (window.end - window.start > MAX_RECORD_BYTES)
    return takeRecord(window, splitter, window.end, '一条记录超过 16 MB')
  splitter.searched = Math.max(window.start, window.end - MAX_END_TAG_BYTES)
  return null
}

/** Returns the first position from `from` (inclusive) to `to` (exclusive) at which a record starts, -1 for none. */
function findNextOpening(window: ByteWindow, splitter: XmlSplitter, from: number, to: number): number {
  const bytes = window.bytes.subarray(0, to)
  for (let at = bytes.indexOf(LESS_THAN, from); at >= 0; at = bytes.indexOf(LESS_THAN, at + 1)) {
    if (!splitter.initials.has(bytes[at + 1] ?? 0)) continue
    const name = /^<([\w:.-]+)[\s>]/.exec(
      bytes.toString('latin1', at, Math.min(to, at + MAX_TAG_NAME_BYTES)),
    )?.[1]
    if (name !== undefined && splitter.names.has(name)) return at
  }
  return -1
}

/**
 * Returns the end of the record that starts at `window.start`; -1 where it does not end before `to`. Its end tag is
 * searched for from the position `from` on.
 */
function findRecordEnd(window: ByteWindow, name: string, from: number, to: number): number {
  const bytes = window.bytes.subarray(0, to)
  const tagEnd = bytes.indexOf('>', window.start)
  if (tagEnd > 0 && bytes[tagEnd - 1] === SLASH) return tagEnd + 1
  const close = `</${name}`
  for (let at = bytes.indexOf(close, from); at >= 0; at = bytes.indexOf(close, at + 1)) {
    const after = bytes.indexOf('>', at)
    if (after < 0) return -1
    if (bytes.toString('latin1', at + close.length, after).trim() === '') return after + 1
  }
  return -1
}

/** Consumes the record from `window.start` to `to` and returns it. */
function takeRecord(window: ByteWindow, splitter: XmlSplitter, to: number, fault?: string): RawRecord {
  const { line } = window
  const text = window.bytes.toString('utf8', window.start, to)
  consumeBytes(window, to)
  splitter.name = null
  return { text, line, offset: window.offset, ...(fault === undefined ? {} : { fault }) }
}
