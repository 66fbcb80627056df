// Builds the records that OpenSearch stores from the papers of a segment.
import { setImmediate } from 'node:timers/promises'
import { createBuilder } from '../index/build.ts'
import type { IndexChange } from '../index/document.ts'
import { FIELD_ENDS_ENTRIES, FLAGS, type Segment } from '../index/layout.ts'
import type { IndexSchema } from '../index/schema.ts'
import { openSegment } from '../index/segment-bytes.ts'
import { advanceCursor, cursorAt } from '../index/term-cursor.ts'
import { type AllValues, createValueMemory, openValues } from '../index/values.ts'
import { titleLengths } from '../ranking/written-words.ts'
import type { StoredRecord, ValueLabels } from './documents.ts'
import { EMPTY_POSITION, TEXT_FIELD_NAMES, type TextField, TOKEN_SEPARATOR } from './mapping.ts'
import { gatherTerm, type RecordTerms } from './record-terms.ts'

/** Number of records that are analyzed before control returns to the event loop. */
const BATCH_SIZE = 50

/**
 * Converts records to OpenSearch documents. A segment of the embedded index is built from each batch and read back, so
 * that terms, positions and impacts are identical to those of the embedded engine.
 */
export async function buildStoredRecords(
  changes: (IndexChange & { record: string })[],
  schema: IndexSchema,
): Promise<StoredRecord[]> {
  const stored: StoredRecord[] = []
  for (let from = 0; from < changes.length; from += BATCH_SIZE) {
    if (from > 0) await setImmediate()
    const memory = createValueMemory()
    const builder = createBuilder(memory, schema.weights)
    for (const { seq, record, cited_by_count } of changes.slice(from, from + BATCH_SIZE))
      builder.add({ seq, work: schema.read(record), cited_by_count })
    const segment = openSegment(builder.finish(0, []))
    builder.end()
    stored.push(...readRecords(segment, openValues(memory)))
  }
  return stored
}

/** Reads the records of a segment back, in their order. */
function readRecords(segment: Segment, values: AllValues): StoredRecord[] {
  const records = Array.from({ length: segment.head.doc_count }, (): RecordTerms => {
    return {
      terms: [],
      names: [],
      firstAuthor: [],
      corresponding: [],
      words: new Set(),
      termsByPosition: new Map(),
    }
  })
  const cursor = cursorAt(segment, 0)
  while (advanceCursor(cursor)) gatherTerm(cursor, records)
  return records.map((record, doc) => buildRecord(segment, values, doc, record))
}

/** Builds the stored form of a paper of the segment from its terms and columns. */
function buildRecord(segment: Segment, values: AllValues, doc: number, record: RecordTerms): StoredRecord {
  const flags = segment.flags[doc] ?? 0
  return dropEmpty({
    seq: segment.seq[doc] ?? 0,
    terms: record.terms.join(TOKEN_SEPARATOR),
    ...recordTexts(segment, doc, record.termsByPosition),
    title_lengths: titleLengths(segment, doc),
    names: joinTokens(record.names),
    first_author: joinTokens(record.firstAuthor),
    corresponding: joinTokens(record.corresponding),
    ...recordValues(segment, values, doc),
    year: segment.year[doc] || undefined,
    type: segment.type[doc] ?? 0,
    degree: (flags >>> FLAGS.degree_shift) & FLAGS.degree_mask,
    oa: (flags & FLAGS.oa) !== 0,
    date: segment.date[doc] ?? 0,
    cited: segment.cited[doc] ?? 0,
    words: record.words.size === 0 ? undefined : [...record.words],
  })
}

/** The same fields, each of which may be undefined. */
type PartlyUndefined<Whole> = { [Name in keyof Whole]: Whole[Name] | undefined }

/** Narrows the type only: JSON omits undefined properties. */
const dropEmpty = (record: PartlyUndefined<StoredRecord>): StoredRecord => record as StoredRecord

/**
 * Returns the three texts of a record, each from its first position on, with empty positions filled by
 * `EMPTY_POSITION`.
 */
function recordTexts(
  { field_ends }: Segment,
  doc: number,
  termsByPosition: Map<number, string>,
): Partial<Record<TextField, string>> {
  const entry = doc * FIELD_ENDS_ENTRIES
  // The ends of title and abstract; the third text, with the keywords, has no end of its own.
  const ends = [field_ends[entry + 1] ?? 0, field_ends[entry + 2] ?? 0, Number.POSITIVE_INFINITY]
  const byField = Map.groupBy(
    [...termsByPosition.keys()].sort((a, b) => a - b),
    (position) => TEXT_FIELD_NAMES[ends.findIndex((end) => position < end)] ?? 'keyword',
  )
  return Object.fromEntries(
    [...byField].map(([field, positions]) => [field, positionText(positions, termsByPosition)]),
  )
}

/** Joins the terms at some positions, ascending, with a token for each position without a term between them. */
function positionText(positions: number[], termsByPosition: Map<number, string>): string {
  const first = positions[0] ?? 0
  const tokens: string[] = []
  for (const position of positions) {
    while (tokens.length < position - first) tokens.push(EMPTY_POSITION)
    tokens.push(termsByPosition.get(position) ?? EMPTY_POSITION)
  }
  return tokens.join(TOKEN_SEPARATOR)
}

/** Joins tokens to the text of a field; undefined without any, so that the field is absent. */
const joinTokens = (list: string[]) => (list.length === 0 ? undefined : list.join(TOKEN_SEPARATOR))

/** Returns the keys of a record's values, and the labels of values whose label differs from their key. */
function recordValues(segment: Segment, values: AllValues, doc: number) {
  // 0 stands for no value in a column with one value per record.
  const listOfOne = (number: number | undefined) => (number ? [number] : [])
  const listOf = (name: 'author' | 'keyword' | 'subject') => {
    const starts = segment[`${name}_starts`]
    return [...segment[name].subarray(starts[doc] ?? 0, starts[doc + 1] ?? 0)]
  }
  const numbers = {
    author: listOf('author'),
    keyword: listOf('keyword'),
    subject: listOf('subject'),
    source: listOfOne(segment.source[doc]),
    language: listOfOne(segment.language[doc]),
  }
  const keys = (table: keyof typeof numbers) => {
    const list = numbers[table].map((number) => values[table].keyOf(number))
    return list.length === 0 ? undefined : list
  }
  return {
    author: keys('author'),
    keywords: keys('keyword'),
    subject: keys('subject'),
    source: keys('source')?.[0],
    language: keys('language')?.[0],
    labels: recordLabels(numbers, values),
  }
}

/** Returns the labels that differ from their keys as JSON; undefined when there are none. */
function recordLabels(
  numbers: Record<'author' | 'keyword' | 'source', number[]>,
  values: AllValues,
): string | undefined {
  const labels: ValueLabels = {}
  for (const table of ['author', 'keyword', 'source'] as const) {
    const pairs = numbers[table].map((number): [string, string] => {
      return [values[table].keyOf(number), values[table].labelOf(number)]
    })
    const different = pairs.filter(([key, label]) => key !== label)
    if (different.length > 0) labels[table] = different
  }
  return Object.keys(labels).length === 0 ? undefined : JSON.stringify(labels)
}
