import type { Creator } from '@scinav/contract'
import { combinationColumns } from './attribute-combination.ts'
import { authorKey, dateKey, type IndexDocument, keywordKey, sourceKey, yearOf } from './document.ts'
import type { AuthorNumbers } from './fields.ts'
import { filledPart, type GrowableArray, growable8, growable16, growable32, push } from './growable-array.ts'
import { FLAGS, type ValueTable } from './layout.ts'
import type { IndexRecord } from './schema.ts'
import { type AllMemory, ensureValue } from './values.ts'

/** Columns of a segment while it is built, with one entry per paper. */
type Columns = ReturnType<typeof createColumns>

interface ValueList {
  starts: GrowableArray<Uint32Array>
  values: GrowableArray<Uint32Array>
}

/** Initial capacity in papers; most segments have few papers. */
const FIRST_PAPERS = 64

export function createColumns(values: AllMemory) {
  return {
    values,
    /** Numbers of values by their labels as written, so that each key is computed once. */
    known: { source: new Map(), keyword: new Map() } as KnownValues,
    seq: growable32(FIRST_PAPERS),
    year: growable16(FIRST_PAPERS),
    type: growable8(FIRST_PAPERS),
    flags: growable8(FIRST_PAPERS),
    language: growable32(FIRST_PAPERS),
    source: growable32(FIRST_PAPERS),
    date: growable32(FIRST_PAPERS),
    cited: growable32(FIRST_PAPERS),
    field_ends: growable16(FIRST_PAPERS * 3),
    author: createValueList(),
    keyword: createValueList(),
    subject: createValueList(),
  }
}

function createValueList(): ValueList {
  const starts = growable32(FIRST_PAPERS)
  push(starts, 0)
  return { starts, values: growable32(FIRST_PAPERS) }
}

type KnownValues = Record<'source' | 'keyword', Map<string, number>>

export function finishColumns({ author, keyword, subject, ...columns }: Columns) {
  const single = {
    seq: filledPart(columns.seq),
    year: filledPart(columns.year),
    type: filledPart(columns.type),
    flags: filledPart(columns.flags),
    language: filledPart(columns.language),
    source: filledPart(columns.source),
    date: filledPart(columns.date),
    cited: filledPart(columns.cited),
    field_ends: filledPart(columns.field_ends),
  }
  return {
    ...single,
    ...combinationColumns(single),
    author_starts: filledPart(author.starts),
    author: filledPart(author.values),
    keyword_starts: filledPart(keyword.starts),
    keyword: filledPart(keyword.values),
    subject_starts: filledPart(subject.starts),
    subject: filledPart(subject.values),
  }
}

const DEGREE_NUMBERS = { bachelor: 1, master: 2, doctor: 3 }

/**
 * Adds the attributes of the next paper.
 *
 * @param authors authors of the paper.
 * @param numbers cached term and value numbers of each author.
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
  const degree = work.degree ? DEGREE_NUMBERS[work.degree] : 0
  push(columns.flags, (work.is_oa ? FLAGS.oa : 0) | (degree << FLAGS.degree_shift))
  push(columns.language, work.language ? ensureValue(values, 'language', work.language, work.language) : 0)
  const source = work.basic_sourcename ?? ''
  push(columns.source, source === '' ? 0 : knownValue(columns, 'source', source, sourceKey))
  for (const [at, known] of numbers.entries()) {
    const author = authors[at]
    if (author) addOnce(columns.author, authorNumber(values, author, known, work.language))
  }
  addLists(columns, work)
}

function addLists(columns: Columns, work: IndexRecord): void {
  const { author, keyword, subject, values } = columns
  for (const each of work.untagged ? [] : work.keywords)
    addOnce(keyword, knownValue(columns, 'keyword', each, keywordKey))
  for (const code of work.subject_codes) addOnce(subject, ensureValue(values, 'subject', code, code))
  for (const { starts, values: numbers } of [author, keyword, subject]) push(starts, numbers.length)
}

/** Returns the author's number among the facet's values and caches it. */
function authorNumber(
  values: AllMemory,
  { name, name_zh }: Creator,
  known: AuthorNumbers,
  language: string | null,
): number {
  const label = language === 'zh' && name_zh ? name_zh : name
  const which = label === name ? 'value' : 'value_zh'
  if (known[which] === 0) known[which] = ensureValue(values, 'author', authorKey(label), label)
  return known[which]
}

function knownValue(
  { known: tables, values }: Columns,
  table: ValueTable & keyof KnownValues,
  label: string,
  keyOf: (label: string) => string,
): number {
  const number = tables[table].get(label) ?? ensureValue(values, table, keyOf(label), label)
  tables[table].set(label, number)
  return number
}

/** Adds a value to the list of the current paper unless it is in it already. */
function addOnce({ starts, values }: ValueList, number: number): void {
  const from = starts.array[starts.length - 1] ?? 0
  for (let at = from; at < values.length; at += 1) if (values.array[at] === number) return
  push(values, number)
}
