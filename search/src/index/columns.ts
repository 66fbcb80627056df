import type { Creator } from '@scinav/contract'
import { combinationColumns } from './attribute-combination.ts'
import { authorKey, dateKey, type IndexDocument, keywordKey, sourceKey, yearOf } from './document.ts'
import type { AuthorNumbers } from './fields.ts'
import { filled, type Growing, growing8, growing16, growing32, push } from './growing.ts'
import { FLAGS, type ValueTable } from './layout.ts'
import type { IndexRecord } from './schema.ts'
import { type AllMemory, numberOf } from './values.ts'

/** What a segment knows of each paper, while it is built. */
type Columns = ReturnType<typeof columnsFor>

interface List {
  starts: Growing<Uint32Array>
  values: Growing<Uint32Array>
}

/** Most segments are made of few papers. */
const FIRST_PAPERS = 64

export function columnsFor(values: AllMemory) {
  return {
    values,
    /** Numbers of values by their labels as written, so that a key is made once. */
    known: { source: new Map(), keyword: new Map() } as Known,
    seq: growing32(FIRST_PAPERS),
    year: growing16(FIRST_PAPERS),
    type: growing8(FIRST_PAPERS),
    flags: growing8(FIRST_PAPERS),
    language: growing32(FIRST_PAPERS),
    source: growing32(FIRST_PAPERS),
    date: growing32(FIRST_PAPERS),
    cited: growing32(FIRST_PAPERS),
    field_ends: growing16(FIRST_PAPERS * 3),
    author: list(),
    keyword: list(),
    subject: list(),
  }
}

function list(): List {
  const starts = growing32(FIRST_PAPERS)
  push(starts, 0)
  return { starts, values: growing32(FIRST_PAPERS) }
}

type Known = Record<'source' | 'keyword', Map<string, number>>

export function finishColumns({ author, keyword, subject, ...columns }: Columns) {
  const single = {
    seq: filled(columns.seq),
    year: filled(columns.year),
    type: filled(columns.type),
    flags: filled(columns.flags),
    language: filled(columns.language),
    source: filled(columns.source),
    date: filled(columns.date),
    cited: filled(columns.cited),
    field_ends: filled(columns.field_ends),
  }
  return {
    ...single,
    ...combinationColumns(single),
    author_starts: filled(author.starts),
    author: filled(author.values),
    keyword_starts: filled(keyword.starts),
    keyword: filled(keyword.values),
    subject_starts: filled(subject.starts),
    subject: filled(subject.values),
  }
}

const DEGREES = { bachelor: 1, master: 2, doctor: 3 }

/**
 * Adds what is known of the next paper.
 *
 * @param authors of the paper, and what is known of each.
 */
export function addColumns(
  columns: Columns,
  document: IndexDocument,
  authors: Creator[],
  numbers: AuthorNumbers[],
): void {
  const { work } = document
  const { values } = columns
  push(columns.seq, document.seq)
  push(columns.year, yearOf(work.publish_date))
  push(columns.date, dateKey(work.publish_date))
  push(columns.type, work.resource_type >= 1 && work.resource_type <= 10 ? work.resource_type : 10)
  push(columns.cited, Math.max(work.citation_count, document.cited_by_count))
  const degree = work.degree ? DEGREES[work.degree] : 0
  push(columns.flags, (work.is_oa ? FLAGS.oa : 0) | (degree << FLAGS.degree_shift))
  push(columns.language, work.language ? numberOf(values, 'language', work.language, work.language) : 0)
  const source = work.basic_sourcename ?? ''
  push(columns.source, source === '' ? 0 : known(columns, 'source', source, sourceKey))
  for (const [at, known] of numbers.entries()) {
    const author = authors[at]
    if (author) addOnce(columns.author, authorNumber(values, author, known, work.language))
  }
  addLists(columns, work)
}

function addLists(columns: Columns, work: IndexRecord): void {
  const { author, keyword, subject, values } = columns
  for (const each of work.untagged ? [] : work.keywords)
    addOnce(keyword, known(columns, 'keyword', each, keywordKey))
  for (const code of work.subject_codes) addOnce(subject, numberOf(values, 'subject', code, code))
  for (const { starts, values: numbers } of [author, keyword, subject]) push(starts, numbers.length)
}

/** The author's number among the facet's values; what is known of the author keeps it. */
function authorNumber(
  values: AllMemory,
  { name, name_zh }: Creator,
  known: AuthorNumbers,
  language: string | null,
): number {
  const label = language === 'zh' && name_zh ? name_zh : name
  const which = label === name ? 'value' : 'value_zh'
  if (known[which] === 0) known[which] = numberOf(values, 'author', authorKey(label), label)
  return known[which]
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

/** Adds a value to the paper whose list is open. */
function addOnce({ starts, values }: List, number: number): void {
  const from = starts.array[starts.length - 1] ?? 0
  for (let at = from; at < values.length; at += 1) if (values.array[at] === number) return
  push(values, number)
}
