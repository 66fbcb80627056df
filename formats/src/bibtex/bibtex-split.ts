// Splits BibTeX line by line into its entries, including `@string` and similar ones.

import { MAX_RECORD_BYTES, type RawRecord } from '../format.ts'
import type { Utf8Chunks } from '../input/bytes.ts'
import { splitLines } from '../input/lines.ts'

/** The entry that is being read; `closesEntry` counts its braces and quotation marks. */
interface OpenEntry {
  /** Its header, then its lines. */
  parts: string[]
  /** Characters in `parts`. */
  length: number
  /** 1-based line of its header. */
  line: number
  /** Whether it is delimited by `(…)` instead of `{…}`. */
  isParenthesized: boolean
  /** Number of braces open within it; below 0 at its own closing brace. */
  depth: number
  /** Whether a value in quotation marks is open. */
  isQuoted: boolean
}

/** The state of splitting one file. */
interface BibtexSplitter {
  /** The entry that is being read; null between entries. */
  open: OpenEntry | null
  /** A finished entry, held until the following text shows that its braces were balanced. */
  held: RawRecord | null
  /** The line on which the held entry ended; `NO_LINE` where it was broken off. */
  heldLine: number
  /** Entries that are complete and not yielded yet. */
  done: RawRecord[]
  /** The byte offset of the current position. */
  offset: number
}

/** Stands for the last line of an entry that was broken off, so that no line is the same. */
const NO_LINE = 0

/**
 * Yields the entries of a BibTeX file in order, as they are written. An entry that is not closed has a fault and ends
 * where the next one starts at the beginning of a line; each offset is that of the end of the entry, in bytes.
 */
export async function* splitBibtex(chunks: Utf8Chunks): AsyncGenerator<RawRecord[]> {
  const splitter: BibtexSplitter = { open: null, held: null, heldLine: NO_LINE, done: [], offset: 0 }
  for await (const lines of splitLines(chunks)) {
    for (const line of lines) readLine(splitter, line)
    if (splitter.done.length > 0) yield splitter.done
    splitter.done = []
  }
  if (splitter.open) {
    const fault = '花括号不成对，或文件在这个条目中间结束'
    finishEntry(splitter, splitter.open, { offset: splitter.offset, lastLine: NO_LINE, fault })
  }
  releaseHeld(splitter)
  if (splitter.done.length > 0) yield splitter.done
}

/** Reads one line, which may end an entry and hold further ones. */
function readLine(splitter: BibtexSplitter, line: RawRecord): void {
  if (splitter.open && (beginsEntry(line.text) || line.fault !== undefined)) {
    const fault = line.fault ?? '花括号不成对，条目没有结束'
    finishEntry(splitter, splitter.open, { offset: splitter.offset, lastLine: NO_LINE, fault })
  }
  for (let at = 0; at < line.text.length || splitter.open; ) {
    at = splitter.open ? continueEntry(splitter, splitter.open, line, at) : findEntryStart(splitter, line, at)
    if (at >= line.text.length) break
  }
  if (splitter.open && splitter.open.length > MAX_RECORD_BYTES) {
    const fault = '一个条目超过 16 MB'
    finishEntry(splitter, splitter.open, { offset: line.offset, lastLine: NO_LINE, fault })
  }
  splitter.offset = line.offset
}

/** Types that start an entry whatever follows their key. */
const ENTRY_TYPES =
  'article|book|mvbook|inbook|bookinbook|suppbook|booklet|collection|mvcollection|incollection|suppcollection|manual|misc|online|electronic|www|patent|periodical|suppperiodical|proceedings|mvproceedings|inproceedings|conference|reference|mvreference|inreference|report|techreport|set|thesis|phdthesis|mastersthesis|unpublished|dataset|software|standard|string|preamble|comment|xdata|artwork|audio|bibnote|commentary|image|jurisdiction|legislation|legal|letter|map|movie|music|performance|review|video'

/**
 * Matches the start of an entry of a known type at the beginning of a line, `@article{key,`, which shows that the
 * previous entry was never closed.
 */
const ENTRY_AT_LINE_START = new RegExp(
  `^\\s*@(?:${ENTRY_TYPES})\\s*[{(]\\s*(?:[^\\s{}()"=]+\\s*)?(?:,|=|$|"|\\{)`,
  'i',
)

/** Matches the start of an entry of any type: a key with a comma, then nothing or a field: `@newtype{key, year = {`. */
const ANY_ENTRY_AT_LINE_START =
  /^\s*@[A-Za-z]+\s*[{(]\s*[^\s{}()"=,]+\s*,\s*(?:[A-Za-z][\w+:-]*\s*=\s*["{\d].*)?$/

/** Returns whether a line begins with the start of an entry. */
const beginsEntry = (text: string): boolean =>
  ENTRY_AT_LINE_START.test(text) || ANY_ENTRY_AT_LINE_START.test(text)

/** Where an entry ends, with its fault where it is broken. */
interface EntryEnd {
  /** Byte offset after it. */
  offset: number
  /** The line on which it ends; `NO_LINE` where it is broken off. */
  lastLine: number
  /** In Chinese. */
  fault?: string
}

/** Ends the open entry and holds it. */
function finishEntry(splitter: BibtexSplitter, open: OpenEntry, { offset, lastLine, fault }: EntryEnd): void {
  releaseHeld(splitter)
  splitter.held = { text: open.parts.join('\n'), line: open.line, offset, ...(fault ? { fault } : {}) }
  splitter.heldLine = lastLine
  splitter.open = null
}

/** Moves the held entry, if there is one, to `done`. */
function releaseHeld(splitter: BibtexSplitter): void {
  if (splitter.held) splitter.done.push(splitter.held)
  splitter.held = null
}

/** Reads a line of the open entry from `at`; returns the position after the entry, or the end of the line. */
function continueEntry(splitter: BibtexSplitter, open: OpenEntry, line: RawRecord, at: number): number {
  // The second alternative takes an escaped character, such as `\{`, out of the count.
  const special = /[{}"()]|\\./g
  special.lastIndex = at
  for (let match = special.exec(line.text); match; match = special.exec(line.text)) {
    if (!closesEntry(open, match[0])) continue
    appendLine(open, line, at, special.lastIndex)
    splitter.offset += Buffer.byteLength(line.text.slice(at, special.lastIndex))
    finishEntry(splitter, open, { offset: splitter.offset, lastLine: line.line })
    return special.lastIndex
  }
  appendLine(open, line, at, line.text.length)
  return line.text.length
}

/** Counts a brace, quotation mark or parenthesis; returns whether the entry ends with it. */
function closesEntry(open: OpenEntry, character: string): boolean {
  if (character === '{') open.depth++
  else if (character === '}') open.depth--
  else if (character === '"' && open.depth === 0) open.isQuoted = !open.isQuoted
  if (open.isParenthesized) return character === ')' && open.depth <= 0 && !open.isQuoted
  return open.depth < 0
}

/** Appends a part of a line to the entry; the rest of the header's own line belongs to the header's part. */
function appendLine(open: OpenEntry, line: RawRecord, from: number, to: number): void {
  const piece = line.text.slice(from, to)
  if (open.line === line.line && open.parts.length === 1) open.parts[0] += piece
  else open.parts.push(piece)
  open.length += piece.length
}

/** Matches the header of an entry anywhere in a line: `@article{`. */
const ENTRY_HEADER = /@\s*([A-Za-z]+)\s*([{(])/g

/** Searches for the next entry from `at`; returns the position of its content, or the end of the line. */
function findEntryStart(splitter: BibtexSplitter, line: RawRecord, at: number): number {
  ENTRY_HEADER.lastIndex = at
  const header = ENTRY_HEADER.exec(line.text)
  scanBetween(splitter, line.text.slice(at, header?.index), line.line)
  if (!header) return line.text.length
  splitter.offset += Buffer.byteLength(line.text.slice(at, ENTRY_HEADER.lastIndex))
  splitter.open = {
    // The header is kept with the entry, so that the entry can be parsed and shown.
    parts: [header[0]],
    length: 0,
    line: line.line,
    isParenthesized: header[2] === '(',
    depth: 0,
    isQuoted: false,
  }
  return ENTRY_HEADER.lastIndex
}

/** Matches the start of a field: `, year = {`. */
const FIELD_START = /^\s*(?:,\s*)?[A-Za-z][\w+:-]*\s*=\s*["{\d]/

/**
 * Handles text between entries, which is a comment. A field, or the rest of one, shows that a surplus closing brace
 * ended the held entry too early.
 */
function scanBetween(splitter: BibtexSplitter, text: string, line: number): void {
  const { held } = splitter
  const isSameLine = line === splitter.heldLine
  if (held && (FIELD_START.test(text) || (isSameLine && isRestOfField(text))))
    held.fault ??= '花括号多了一个，条目提前结束'
  // Text after an entry on the same line may be the end of a field, with further fields on the following lines.
  if (/[^\s,]/.test(text) && !isSameLine) releaseHeld(splitter)
}

/**
 * Returns whether the text after an entry, on its last line, is the rest of a field: words followed by a closing brace.
 */
function isRestOfField(text: string): boolean {
  const at = text.search(/[^\s,}]/)
  return at >= 0 && text.includes('}', at)
}
