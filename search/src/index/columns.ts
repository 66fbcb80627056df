import type { Creator } from '@scinav/contract'
import { combinationColumns } from './attribute-combination.ts'
import { authorKey, dateKey, type IndexDocument, keywordKey, sourceKey, yearOf } from './document.ts'
import type { AuthorNumbers } from './fields.ts'
import { filledPart, type GrowableArray, growable8, growable16, growable32, push } from './growable-array.ts'
import { FIELD_ENDS_ENTRIES, FLAGS, type ValueTable } from './layout.ts'
import type { IndexRecord } from './schema.ts'
import { type AllMemory, ensureValue } from './values.ts'

/**
 * Columns of a segment while it is built: the attributes of papers by which searches filter, sort and count. The
 * sections of `SECTION_TYPES` have the same names and contents.
 */
type Columns = ReturnType<typeof createColumns>

/** A column with several values per paper: those of paper i are `values[starts[i]]` up to `values[starts[i + 1]]`. */
interface ListColumn {
  starts: GrowableArray<Uint32Array>
  values: GrowableArray<Uint32Array>
}

/** Initial capacity in papers; most segments have few papers. */
const FIRST_PAPERS = 64

/**
 * Creates empty columns.
 *
 * @param values the facets' values so far; new ones are added
 */
export function createColumns(values: AllMemory) {
  return {
    values,
    /** Numbers of values by their labels as written, so that each key is computed once. */
    numbers_by_label: { source: new Map(), keyword: new Map() } as NumbersByLabel,
    seq: growable32(FIRST_PAPERS),
    year: growable16(FIRST_PAPERS),
    type: growable8(FIRST_PAPERS),
    flags: growable8(FIRST_PAPERS),
    language: growable32(FIRST_PAPERS),
    source: growable32(FIRST_PAPERS),
    date: growable32(FIRST_PAPERS),
    cited: growable32(FIRST_PAPERS),
    /** Added by `readTexts` of build.ts. */
    field_ends: growable16(FIRST_PAPERS * FIELD_ENDS_ENTRIES),
    author: createListColumn(),
    keyword: createListColumn(),
    subject: createListColumn(),
  }
}

/** Creates a column of lists without papers: it has one start, that of the first list. */
function createListColumn(): ListColumn {
  const starts = growable32(FIRST_PAPERS)
  push(starts, 0)
  return { starts, values: growable32(FIRST_PAPERS) }
}

type NumbersByLabel = Record<'source' | 'keyword', Map<string, number>>

/** Returns the columns as sections of a segment: views of the memory that grew, not copies. */
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

/** Numbers of degrees in `FLAGS`; 0 stands for none. */
const DEGREE_NUMBERS = { bachelor: 1, master: 2, doctor: 3 }
/** The greatest number of a resource type: data sets, online resources, and every unknown type. */
const OTHER_TYPE = 10
/** Number of a missing value in a column with one value per paper. */
const NO_VALUE = 0

/** An author of a paper with the cached numbers of the name. */
interface NumberedAuthor {
  author: Creator
  numbers: AuthorNumbers
}

/** Adds the attributes of the next paper, except `field_ends`. */
export function addColumns(
  columns: Columns,
  { seq, work, cited_by_count }: IndexDocument,
  authors: NumberedAuthor[],
): void {
  const { values } = columns
  const { resource_type, degree, language, basic_sourcename: source } = work
  push(columns.seq, seq)
  push(columns.year, yearOf(work.publish_date))
  push(columns.date, dateKey(work.publish_date))
  push(columns.type, resource_type >= 1 && resource_type <= OTHER_TYPE ? resource_type : OTHER_TYPE)
  push(columns.cited, Math.max(work.citation_count, cited_by_count))
  const degreeNumber = degree ? DEGREE_NUMBERS[degree] : 0
  push(columns.flags, (work.is_oa ? FLAGS.oa : 0) | (degreeNumber << FLAGS.degree_shift))
  push(columns.language, language ? ensureValue(values, 'language', language, language) : NO_VALUE)
  push(columns.source, source ? numberOfLabel(columns, 'source', source, sourceKey) : NO_VALUE)
  addLists(columns, work, authors)
}

/** Adds the authors, keywords and subjects of the next paper, each once, and ends its lists. */
function addLists(columns: Columns, work: IndexRecord, authors: NumberedAuthor[]): void {
  const { author, keyword, subject, values } = columns
  for (const numbered of authors) addOnce(author, authorNumber(values, numbered, work.language))
  for (const label of work.keywords_are_headings ? [] : work.keywords)
    addOnce(keyword, numberOfLabel(columns, 'keyword', label, keywordKey))
  for (const code of work.subject_codes) addOnce(subject, ensureValue(values, 'subject', code, code))
  for (const list of [author, keyword, subject]) push(list.starts, list.values.length)
}

/** Returns the number of an author's name, in the language of the paper, among the facet's values, and caches it. */
function authorNumber(
  values: AllMemory,
  { author: { name, name_zh }, numbers }: NumberedAuthor,
  language: string | null,
): number {
  const label = language === 'zh' && name_zh ? name_zh : name
  const spelling = label === name ? 'value' : 'value_zh'
  if (numbers[spelling] === 0) numbers[spelling] = ensureValue(values, 'author', authorKey(label), label)
  return numbers[spelling]
}

/** Returns the number of a value by its label, and assigns one to a new value. */
function numberOfLabel(
  { numbers_by_label, values }: Columns,
  table: ValueTable & keyof NumbersByLabel,
  label: string,
  keyOf: (label: string) => string,
): number {
  const numbers = numbers_by_label[table]
  const number = numbers.get(label) ?? ensureValue(values, table, keyOf(label), label)
  numbers.set(label, number)
  return number
}

/** Adds a value to the list of the current paper unless it is in it already. */
function addOnce({ starts, values }: ListColumn, number: number): void {
  const from = starts.array[starts.length - 1] ?? 0
  for (let at = from; at < values.length; at += 1) if (values.array[at] === number) return
  push(values, number)
}
