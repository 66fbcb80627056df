import type { Creator, Work } from '@scinav/contract'
import {
  authorKey,
  authorsOf,
  dateKey,
  type IndexDocument,
  keywordKey,
  sourceKey,
  yearOf,
} from '../document.ts'
import { filled, type Growing, growing32, push } from './growing.ts'
import { FLAGS, type ValueTable } from './layout.ts'
import { mixColumns } from './mix.ts'
import { type AllMemory, numberOf } from './values.ts'

/** What a segment knows of each paper, while it is built. */
type Columns = ReturnType<typeof columnsFor>

interface List {
  starts: Uint32Array
  values: Growing<Uint32Array>
}

export function columnsFor(count: number, values: AllMemory) {
  const list = (): List => ({ starts: new Uint32Array(count + 1), values: growing32(count) })
  return {
    values,
    /** Numbers of values by their labels as written, so that a key is made once. */
    known: { source: new Map(), author: new Map(), keyword: new Map() } as Known,
    seq: new Uint32Array(count),
    year: new Uint16Array(count),
    type: new Uint8Array(count),
    flags: new Uint8Array(count),
    language: new Uint32Array(count),
    source: new Uint32Array(count),
    date: new Uint32Array(count),
    cited: new Uint32Array(count),
    field_ends: new Uint16Array(count * 3),
    author: list(),
    keyword: list(),
    subject: list(),
  }
}

type Known = Record<'source' | 'author' | 'keyword', Map<string, number>>

export function finishColumns({ values: _, known: __, author, keyword, subject, ...single }: Columns) {
  return {
    ...single,
    ...mixColumns(single),
    author_starts: author.starts,
    author: filled(author.values),
    keyword_starts: keyword.starts,
    keyword: filled(keyword.values),
    subject_starts: subject.starts,
    subject: filled(subject.values),
  }
}

const DEGREES = { bachelor: 1, master: 2, doctor: 3 }

export function addColumns(columns: Columns, document: IndexDocument, doc: number): void {
  const { work } = document
  const { values } = columns
  columns.seq[doc] = document.seq
  columns.year[doc] = yearOf(work.publish_date)
  columns.date[doc] = dateKey(work.publish_date)
  columns.type[doc] = work.resource_type >= 1 && work.resource_type <= 10 ? work.resource_type : 10
  columns.cited[doc] = Math.max(work.citation_count, document.cited_by_count)
  const degree = work.degree ? DEGREES[work.degree] : 0
  columns.flags[doc] = (work.is_oa ? FLAGS.oa : 0) | (degree << FLAGS.degree_shift)
  columns.language[doc] = work.language ? numberOf(values, 'language', work.language, work.language) : 0
  const source = work.basic_sourcename ?? ''
  columns.source[doc] = source === '' ? 0 : known(columns, 'source', source, sourceKey)
  addLists(columns, work, doc)
}

function addLists(columns: Columns, work: Work, doc: number): void {
  const { author, keyword, subject, values } = columns
  for (const creator of authorsOf(work)) addOnce(author, doc, authorNumber(columns, creator, work.language))
  for (const each of work.keywords) addOnce(keyword, doc, known(columns, 'keyword', each, keywordKey))
  for (const code of work.subject_codes) addOnce(subject, doc, numberOf(values, 'subject', code, code))
  for (const list of [author, keyword, subject]) list.starts[doc + 1] = list.values.length
}

function authorNumber(columns: Columns, { name, name_zh }: Creator, language: string | null): number {
  return known(columns, 'author', language === 'zh' && name_zh ? name_zh : name, authorKey)
}

function known(
  { known: tables, values }: Columns,
  table: ValueTable & keyof Known,
  label: string,
  keyOf: (label: string) => string,
): number {
  const number = tables[table].get(label) ?? numberOf(values, table, keyOf(label), label)
  tables[table].set(label, number)
  return number
}

function addOnce({ starts, values }: List, doc: number, number: number): void {
  for (let at = starts[doc] ?? 0; at < values.length; at += 1) if (values.array[at] === number) return
  push(values, number)
}
