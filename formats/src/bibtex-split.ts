import type { Utf8 } from './bytes.ts'
import { maximumRecordBytes, type RawRecord } from './format.ts'
import { splitLines } from './lines.ts'

/** Cuts BibTeX into its entries, `@string` and the like included, line by line. */

/** Types that begin an entry whatever stands behind their key. */
const types =
  'article|book|mvbook|inbook|bookinbook|suppbook|booklet|collection|mvcollection|incollection|suppcollection|manual|misc|online|electronic|www|patent|periodical|suppperiodical|proceedings|mvproceedings|inproceedings|conference|reference|mvreference|inreference|report|techreport|set|thesis|phdthesis|mastersthesis|unpublished|dataset|software|standard|string|preamble|comment|xdata|artwork|audio|bibnote|commentary|image|jurisdiction|legislation|legal|letter|map|movie|music|performance|review|video'

/** The beginning of an entry of a known type at the start of a line: the one before was never closed. */
const entryAtLineStart = new RegExp(
  `^\\s*@(?:${types})\\s*[{(]\\s*(?:[^\\s{}()"=]+\\s*)?(?:,|=|$|"|\\{)`,
  'i',
)
/** The beginning of an entry of any type: a key with a comma, then nothing or a field. */
const anyEntryAtLineStart =
  /^\s*@[A-Za-z]+\s*[{(]\s*[^\s{}()"=,]+\s*,\s*(?:[A-Za-z][\w+:-]*\s*=\s*["{\d].*)?$/
const beginsEntry = (text: string): boolean => entryAtLineStart.test(text) || anyEntryAtLineStart.test(text)
const header = /@\s*([A-Za-z]+)\s*([{(])/g
const field = /^\s*(?:,\s*)?[A-Za-z][\w+:-]*\s*=\s*["{\d]/

interface Open {
  parts: string[]
  length: number
  line: number
  parenthesis: boolean
  depth: number
  quoted: boolean
}

interface Splitter {
  open: Open | null
  /** A finished entry is held until what follows shows that its braces were right. */
  held: RawRecord | null
  /** The line on which the held entry ended. */
  heldLine: number
  done: RawRecord[]
  /** Offset of the place that is being read. */
  offset: number
}

function release(splitter: Splitter): void {
  if (splitter.held) splitter.done.push(splitter.held)
  splitter.held = null
}

function finish(splitter: Splitter, open: Open, offset: number, lastLine: number, fault?: string): void {
  release(splitter)
  splitter.held = { text: open.parts.join('\n'), line: open.line, offset, ...(fault ? { fault } : {}) }
  splitter.heldLine = lastLine
  splitter.open = null
}

/** Whether the text behind an entry, on its last line, is the rest of a field: words with a closing brace behind them. */
function isRestOfField(text: string): boolean {
  const at = text.search(/[^\s,}]/)
  return at >= 0 && text.includes('}', at)
}

/**
 * Between entries everything is a comment. A field there has lost its entry to a closing brace too many, and so has
 * the rest of a field.
 */
function between(splitter: Splitter, text: string, line: number): void {
  const { held } = splitter
  const isSameLine = line === splitter.heldLine
  if (held && (field.test(text) || (isSameLine && isRestOfField(text))))
    held.fault ??= '花括号多了一个，条目提前结束'
  // What stands behind an entry may be the end of a field with others below it.
  if (/[^\s,]/.test(text) && !isSameLine) release(splitter)
}

/** Looks for the next entry from `at` on; returns where its contents begin, or the end of the line. */
function begin(splitter: Splitter, line: RawRecord, at: number): number {
  header.lastIndex = at
  const found = header.exec(line.text)
  between(splitter, line.text.slice(at, found ? found.index : undefined), line.line)
  if (!found) return line.text.length
  splitter.offset += Buffer.byteLength(line.text.slice(at, header.lastIndex))
  splitter.open = {
    parts: [],
    length: 0,
    line: line.line,
    parenthesis: found[2] === '(',
    depth: 0,
    quoted: false,
  }
  // Kept with its header, so that the entry can be parsed and shown.
  splitter.open.parts.push(found[0])
  return header.lastIndex
}

/** Whether the entry ends with this character. */
function closes(open: Open, character: string): boolean {
  if (character === '{') open.depth++
  else if (character === '}') open.depth--
  else if (character === '"' && open.depth === 0) open.quoted = !open.quoted
  if (open.parenthesis) return character === ')' && open.depth <= 0 && !open.quoted
  return open.depth < 0
}

function goOn(splitter: Splitter, open: Open, line: RawRecord, at: number): number {
  const special = /[{}"()]|\\./g
  special.lastIndex = at
  for (let found = special.exec(line.text); found; found = special.exec(line.text)) {
    if (!closes(open, found[0])) continue
    add(open, line, at, special.lastIndex)
    splitter.offset += Buffer.byteLength(line.text.slice(at, special.lastIndex))
    finish(splitter, open, splitter.offset, line.line)
    return special.lastIndex
  }
  add(open, line, at, line.text.length)
  return line.text.length
}

/** The rest of the header's own line belongs behind the header. */
function add(open: Open, line: RawRecord, from: number, to: number): void {
  const piece = line.text.slice(from, to)
  if (open.line === line.line && open.parts.length === 1) open.parts[0] += piece
  else open.parts.push(piece)
  open.length += piece.length
}

function readLine(splitter: Splitter, line: RawRecord): void {
  if (splitter.open && (beginsEntry(line.text) || line.fault !== undefined)) {
    finish(splitter, splitter.open, splitter.offset, 0, line.fault ?? '花括号不成对，条目没有结束')
  }
  for (let at = 0; at < line.text.length || splitter.open; ) {
    at = splitter.open ? goOn(splitter, splitter.open, line, at) : begin(splitter, line, at)
    if (at >= line.text.length) break
  }
  if (splitter.open && splitter.open.length > maximumRecordBytes) {
    finish(splitter, splitter.open, line.offset, 0, '一个条目超过 16 MB')
  }
  splitter.offset = line.offset
}

/**
 * The entries of a BibTeX file. One that is not closed is reported and ends where the next begins at the start
 * of a line; offsets are those of the end of each entry.
 */
export async function* splitBibtex(chunks: Utf8): AsyncGenerator<RawRecord[]> {
  const splitter: Splitter = { open: null, held: null, heldLine: 0, done: [], offset: 0 }
  for await (const lines of splitLines(chunks)) {
    for (const line of lines) readLine(splitter, line)
    if (splitter.done.length > 0) yield splitter.done
    splitter.done = []
  }
  if (splitter.open)
    finish(splitter, splitter.open, splitter.offset, 0, '花括号不成对，或文件在这个条目中间结束')
  release(splitter)
  if (splitter.done.length > 0) yield splitter.done
}
