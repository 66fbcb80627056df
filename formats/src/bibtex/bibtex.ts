// Reads BibTeX and biblatex. An entry may inherit from entries before or after it in the file.

import { BATCH_RECORDS, type RawRecord, type ReadResult, readRecord } from '../format.ts'
import type { Utf8Chunks } from '../input/bytes.ts'
import { type BibtexEntry, parseEntry, type StringMacros } from './bibtex-parse.ts'
import { splitBibtex } from './bibtex-split.ts'
import { bibtexWork } from './bibtex-work.ts'

/** An entry that waits for the entry it refers to. */
interface WaitingEntry {
  record: RawRecord
  entry: BibtexEntry
  /** The key of that entry, in lower case. */
  parent: string
  /** The offset at which reading can resume without losing this entry. */
  before: number
}

/** The state of reading one file. */
interface BibtexReader {
  strings: StringMacros
  /** Entries that others may refer to, oldest first; bounded to keep memory constant. */
  parents: Map<string, BibtexEntry>
  waiting: WaitingEntry[]
  /** Results that are not yielded yet. */
  reads: ReadResult[]
  /** Entries that end at or before this offset are not read again. */
  from: number
  /** The offset after the last entry processed. */
  reached: number
}

/**
 * Reads a BibTeX file; entries that end at or before the offset `from` are skipped, but still used as parents. An entry
 * that waits for a later parent comes after it; at the end of the file it is read without its parent.
 */
export async function* readBibtex(chunks: Utf8Chunks, from = 0): AsyncGenerator<ReadResult[]> {
  const reader: BibtexReader = {
    strings: new Map(),
    parents: new Map(),
    waiting: [],
    reads: [],
    from,
    reached: 0,
  }
  for await (const records of splitBibtex(chunks)) {
    // One line may have thousands of entries.
    for (const record of records) {
      processRecord(reader, record)
      if (reader.reads.length >= BATCH_RECORDS) yield takeReads(reader)
    }
    if (reader.reads.length > 0) yield takeReads(reader)
  }
  const rest = reader.waiting
  reader.waiting = []
  for (const { record, entry } of rest) {
    emitEntry(reader, record, entry)
    if (reader.reads.length >= BATCH_RECORDS) yield takeReads(reader)
  }
  if (reader.reads.length > 0) yield takeReads(reader)
}

/** Returns the results that are not yielded yet, and forgets them. */
function takeReads(reader: BibtexReader): ReadResult[] {
  const { reads } = reader
  reader.reads = []
  return reads
}

/** Parses a record; faulty ones become a result at once. */
function processRecord(reader: BibtexReader, record: RawRecord): void {
  const before = reader.reached
  reader.reached = record.offset
  let entry: BibtexEntry | null = null
  const fault = readRecord(record, (text) => {
    entry = parseEntry(text, reader.strings)
    return null
  })
  if (fault && record.offset > reader.from) reader.reads.push({ ...fault, offset: resumeOffset(reader) })
  if (entry) processEntry(reader, record, entry, before)
}

/** Returns the offset at which reading can resume: after everything read so far, but before the first waiting entry. */
function resumeOffset(reader: BibtexReader): number {
  return reader.waiting[0]?.before ?? reader.reached
}

/** Bounds of memory: number of entries that others may refer to, and of entries that wait for a later one. */
const MAX_PARENTS = 20_000
const MAX_WAITING = 2_000

/** Emits an entry, or lets it wait for a parent that is still to come; beyond the maximum the oldest stops waiting. */
function processEntry(reader: BibtexReader, record: RawRecord, entry: BibtexEntry, before: number): void {
  rememberParent(reader, entry)
  const missing = inheritKnown(reader, entry)
  if (missing === null) emitEntry(reader, record, entry)
  else reader.waiting.push({ record, entry, parent: missing, before })
  resolveWaiting(reader, entry.key.toLowerCase())
  if (reader.waiting.length <= MAX_WAITING) return
  const oldest = reader.waiting.shift()
  if (oldest) emitEntry(reader, oldest.record, oldest.entry)
}

/** Keeps an entry as a possible parent of later ones; beyond the maximum the oldest is forgotten. */
function rememberParent(reader: BibtexReader, entry: BibtexEntry): void {
  if (entry.key === '') return
  reader.parents.delete(entry.key.toLowerCase())
  reader.parents.set(entry.key.toLowerCase(), entry)
  if (reader.parents.size <= MAX_PARENTS) return
  const oldest = reader.parents.keys().next().value
  if (oldest !== undefined) reader.parents.delete(oldest)
}

/** Inherits from the parents read so far; returns the key of the first one not read yet, null where all were. */
function inheritKnown(reader: BibtexReader, entry: BibtexEntry): string | null {
  let missing: string | null = null
  for (const name of referencedKeys(entry)) {
    const parent = reader.parents.get(name)
    if (parent) inherit(entry, parent)
    else missing ??= name
  }
  return missing
}

/** Returns the keys, in lower case, of the entries from which an entry inherits. */
function referencedKeys(entry: BibtexEntry): string[] {
  const names = `${entry.fields.get('crossref') ?? ''},${entry.fields.get('xdata') ?? ''}`
    .toLowerCase()
    .split(',')
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== entry.key.toLowerCase())
}

/** Fields that are never inherited, because they identify the entry itself. */
const NEVER_INHERITED = new Set([
  'crossref',
  'xref',
  'xdata',
  'ids',
  'entryset',
  'shorttitle',
  'sorttitle',
  'label',
  'doi',
  'url',
  'pages',
])

/** Copies the fields of the parent that the entry lacks into it. */
function inherit(entry: BibtexEntry, parent: BibtexEntry): void {
  for (const [name, value] of parent.fields) {
    const ownName = inheritedName(name, entry, parent)
    if (!NEVER_INHERITED.has(name) && !entry.fields.has(ownName)) entry.fields.set(ownName, value)
  }
}

/**
 * Returns the name under which an entry inherits a field. The title of a book is the `booktitle` of its parts, that of
 * a journal issue (`@periodical`) the `journaltitle` of its articles.
 */
function inheritedName(name: string, child: BibtexEntry, parent: BibtexEntry): string {
  const isIssue = parent.type === 'periodical'
  const isPart = /^(?:in|bookin|supp)/.test(child.type) || child.type === 'conference'
  if (!(isPart || isIssue) || !/^(?:sub)?title(?:addon)?$/.test(name)) return name
  const container = isIssue ? 'journal' : 'book'
  return name === 'subtitle' ? `${container}subtitle` : name.replace('title', `${container}title`)
}

/** Reads an entry whose parents are known and adds the result, unless it was read before the resumption. */
function emitEntry(reader: BibtexReader, record: RawRecord, entry: BibtexEntry): void {
  if (record.offset <= reader.from) return
  const read = readRecord(record, () =>
    entry.type === 'xdata' || entry.type === 'set' ? null : bibtexWork(entry),
  )
  if (read) reader.reads.push({ ...read, offset: resumeOffset(reader) })
}

/** Emits the entries that have waited for the parent with this key. */
function resolveWaiting(reader: BibtexReader, key: string): void {
  const ready = reader.waiting.filter((each) => each.parent === key)
  if (ready.length === 0) return
  reader.waiting = reader.waiting.filter((each) => each.parent !== key)
  for (const { record, entry } of ready) {
    inheritKnown(reader, entry)
    emitEntry(reader, record, entry)
  }
}

/** Returns how likely a text is BibTeX, from 0 (no) to 1 (certainly): more if an entry has a common type. */
export function looksLikeBibtex(head: string): number {
  const entries = head.match(/^[ \t\ufeff]*@\s*[A-Za-z]+\s*[{(]/gm)?.length ?? 0
  if (entries === 0) return 0
  return /^[ \t\ufeff]*@\s*(?:article|book|in\w+|misc|phdthesis|mastersthesis|techreport|proceedings|online|thesis|report|string|comment|preamble|unpublished)\s*[{(]/im.test(
    head,
  )
    ? 0.9
    : 0.6
}
