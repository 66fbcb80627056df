import { type Entry, parseEntry, type Strings } from './bibtex-parse.ts'
import { splitBibtex } from './bibtex-split.ts'
import { bibtexWork } from './bibtex-work.ts'
import type { Utf8 } from './bytes.ts'
import { type RawRecord, type Read, readRecord } from './format.ts'

/** Reads BibTeX and biblatex; entries may inherit from others of the file that come before or after them. */

/** An entry that waits for the one it refers to. */
interface Waiting {
  record: RawRecord
  entry: Entry
  parent: string
  /** Where reading can resume without losing this entry. */
  before: number
}

interface Reader {
  strings: Strings
  /** Entries that others may refer to, oldest first; bounded, so that memory stays flat. */
  parents: Map<string, Entry>
  waiting: Waiting[]
  reads: Read[]
  from: number
  /** Offset after the last entry looked at. */
  reached: number
}

const mostParents = 20_000
const mostWaiting = 2_000

/** What is never inherited: it names the entry itself. */
const own = new Set([
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

/** Under which name an entry inherits a field: a book's title is the booktitle of its parts. */
function heirName(name: string, part: boolean, issue: boolean): string {
  if (!(part || issue) || !/^(?:sub)?title(?:addon)?$/.test(name)) return name
  const whole = issue ? 'journal' : 'book'
  if (name === 'subtitle') return `${whole}subtitle`
  return name.replace('title', issue ? 'journaltitle' : 'booktitle')
}

/** Takes over the fields of the parent that the entry lacks. */
function inherit(entry: Entry, parent: Entry): void {
  const part = /^(?:in|bookin|supp)/.test(entry.type) || entry.type === 'conference'
  for (const [name, value] of parent.fields) {
    const under = heirName(name, part, parent.type === 'periodical')
    if (!own.has(name) && !entry.fields.has(under)) entry.fields.set(under, value)
  }
}

function remember(reader: Reader, entry: Entry): void {
  if (entry.key === '') return
  reader.parents.delete(entry.key.toLowerCase())
  reader.parents.set(entry.key.toLowerCase(), entry)
  if (reader.parents.size <= mostParents) return
  const oldest = reader.parents.keys().next().value
  if (oldest !== undefined) reader.parents.delete(oldest)
}

/** Where reading can resume: behind everything read so far, but before the first entry that still waits. */
function safeOffset(reader: Reader): number {
  return reader.waiting[0]?.before ?? reader.reached
}

function emit(reader: Reader, record: RawRecord, entry: Entry): void {
  if (record.offset <= reader.from) return
  const read = readRecord(record, () =>
    entry.type === 'xdata' || entry.type === 'set' ? null : bibtexWork(entry),
  )
  if (read) reader.reads.push({ ...read, offset: safeOffset(reader) })
}

function referred(entry: Entry): string[] {
  const names = `${entry.fields.get('crossref') ?? ''},${entry.fields.get('xdata') ?? ''}`
    .toLowerCase()
    .split(',')
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== entry.key.toLowerCase())
}

/** Takes from the parents that are known; the first that is not known yet, or null. */
function inheritKnown(reader: Reader, entry: Entry): string | null {
  let missing: string | null = null
  for (const name of referred(entry)) {
    const parent = reader.parents.get(name)
    if (parent) inherit(entry, parent)
    else missing ??= name
  }
  return missing
}

function settle(reader: Reader, key: string): void {
  const ready = reader.waiting.filter((each) => each.parent === key)
  if (ready.length === 0) return
  reader.waiting = reader.waiting.filter((each) => each.parent !== key)
  for (const { record, entry } of ready) {
    inheritKnown(reader, entry)
    emit(reader, record, entry)
  }
}

function takeEntry(reader: Reader, record: RawRecord, entry: Entry, before: number): void {
  remember(reader, entry)
  const missing = inheritKnown(reader, entry)
  if (missing === null) emit(reader, record, entry)
  else reader.waiting.push({ record, entry, parent: missing, before })
  settle(reader, entry.key.toLowerCase())
  if (reader.waiting.length <= mostWaiting) return
  const oldest = reader.waiting.shift()
  if (oldest) emit(reader, oldest.record, oldest.entry)
}

function takeRecord(reader: Reader, record: RawRecord): void {
  const before = reader.reached
  reader.reached = record.offset
  let entry: Entry | null = null
  const fault = readRecord(record, (text) => {
    entry = parseEntry(text, reader.strings)
    return null
  })
  if (fault && record.offset > reader.from) reader.reads.push({ ...fault, offset: safeOffset(reader) })
  if (entry) takeEntry(reader, record, entry, before)
}

export async function* readBibtex(chunks: Utf8, from = 0): AsyncGenerator<Read[]> {
  const reader: Reader = { strings: new Map(), parents: new Map(), waiting: [], reads: [], from, reached: 0 }
  for await (const records of splitBibtex(chunks)) {
    for (const record of records) takeRecord(reader, record)
    if (reader.reads.length > 0) yield reader.reads
    reader.reads = []
  }
  const rest = reader.waiting
  reader.waiting = []
  for (const { record, entry } of rest) emit(reader, record, entry)
  if (reader.reads.length > 0) yield reader.reads
}
