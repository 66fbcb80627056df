import { setImmediate } from 'node:timers/promises'
import { createBuilder } from '../index/build.ts'
import type { IndexChange } from '../index/document.ts'
import { ANY_MASK, FLAGS, MASKS, openSegment, type Segment } from '../index/layout.ts'
import type { IndexSchema } from '../index/schema.ts'
import { advance, cursorAt, type TermCursor, textOf } from '../index/term-cursor.ts'
import { AUTHOR_MASKS, maskAt, SPACES } from '../index/terms.ts'
import { type AllValues, emptyMemory, valuesIn } from '../index/values.ts'
import { openPlaces, type Places, readPlaces, seek } from '../ranking/position-cursor.ts'
import { titleLengths } from '../ranking/written.ts'
import { frequencyOf, HOLE, IMPACT, SPLIT, TEXTS, type TextField, VARIANT } from './mapping.ts'
import { sentTerm } from './term-text.ts'

/** A record as it is sent. */
export interface StoredRecord {
  seq: number
  terms: string
  title?: string
  title_lengths: number[]
  abstract?: string
  keyword?: string
  names?: string
  first_author?: string
  corresponding?: string
  author?: string[]
  keywords?: string[]
  source?: string
  subject?: string[]
  language?: string
  year?: number
  type: number
  degree: number
  oa: boolean
  date: number
  cited: number
  words?: string[]
  labels?: string
}

/** How values are written, by the tables that have labels: pairs of key and label. */
export type Labels = Partial<Record<'author' | 'keyword' | 'source', [key: string, label: string][]>>

/** So many are read before others have their turn. */
const TOGETHER = 50

/**
 * Records as an index of ours would hold them: a segment is built of some and read out again, so that terms, places and
 * weights are the same to the last digit.
 */
export async function storedRecords(
  changes: (IndexChange & { record: string })[],
  schema: IndexSchema,
): Promise<StoredRecord[]> {
  const stored: StoredRecord[] = []
  for (let from = 0; from < changes.length; from += TOGETHER) {
    if (from > 0) await setImmediate()
    const memory = emptyMemory()
    const builder = createBuilder(memory, schema.weights)
    for (const { seq, record, cited_by_count } of changes.slice(from, from + TOGETHER))
      builder.add({ seq, work: schema.read(record), cited_by_count })
    const segment = openSegment(builder.finish(0, []))
    builder.end()
    stored.push(...recordsIn(segment, valuesIn(memory)))
  }
  return stored
}

/** What is gathered of one record. */
interface Gathered {
  terms: string[]
  names: string[]
  first: string[]
  corresponding: string[]
  words: Set<string>
  /** By place in the record. */
  places: Map<number, string>
}

const found = new Uint16Array(65_536)

function recordsIn(segment: Segment, values: AllValues): StoredRecord[] {
  const gathered = Array.from({ length: segment.head.doc_count }, (): Gathered => {
    return { terms: [], names: [], first: [], corresponding: [], words: new Set(), places: new Map() }
  })
  const cursor = cursorAt(segment, 0)
  while (advance(cursor)) gatherTerm(cursor, gathered)
  return gathered.map((each, doc) => recordOf(segment, values, doc, each))
}

function gatherTerm(cursor: TermCursor, gathered: Gathered[]): void {
  const { segment, from, to, blocks } = cursor
  const term = sentTerm(textOf(cursor))
  const isOwn = term.startsWith('\u0001')
  const places = blocks < 0 ? null : openPlaces(segment, cursor, null)
  for (let posting = from; posting < to; posting += 1) {
    const doc = segment.docs[posting] ?? 0
    const record = gathered[doc]
    if (!record) continue
    const mask = maskAt(segment, cursor, posting)
    record.terms.push(`${term}${IMPACT}${frequencyOf(segment.impacts[posting] ?? 0)}`)
    if (isOwn) gatherOwn(record, term, mask)
    else gatherWord(record, term, mask)
    if (places && seek(places, doc)) gatherPlaces(record, term, places)
  }
}

function gatherOwn({ first, corresponding, words }: Gathered, term: string, mask: number): void {
  if (term.startsWith(SPACES.cited_name)) words.add(term)
  if (!term.startsWith(SPACES.author)) return
  if ((mask & AUTHOR_MASKS.first) !== 0) first.push(term)
  if ((mask & AUTHOR_MASKS.corresponding) !== 0) corresponding.push(term)
}

/** Words that may be listed: their length is that of what people mistype. */
const LATIN = /^=?[a-z]{2,30}$/

function gatherWord({ names, words }: Gathered, term: string, mask: number): void {
  if ((mask & (MASKS.author | MASKS.source)) !== 0) names.push(term)
  if ((mask & ANY_MASK) !== 0 && LATIN.test(term)) words.add(term.replace(/^=/, ''))
}

function gatherPlaces({ places }: Gathered, term: string, cursor: Places): void {
  const count = readPlaces(cursor, found)
  for (let at = 0; at < count; at += 1) {
    const place = found[at] ?? 0
    const known = places.get(place)
    places.set(place, known === undefined ? term : known + VARIANT + term)
  }
}

function recordOf(segment: Segment, values: AllValues, doc: number, gathered: Gathered): StoredRecord {
  const flags = segment.flags[doc] ?? 0
  return dropEmpty({
    seq: segment.seq[doc] ?? 0,
    terms: gathered.terms.join(SPLIT),
    ...textsOf(segment, doc, gathered.places),
    title_lengths: titleLengths(segment, doc),
    names: joined(gathered.names),
    first_author: joined(gathered.first),
    corresponding: joined(gathered.corresponding),
    ...valuesOf(segment, values, doc),
    year: segment.year[doc] || undefined,
    type: segment.type[doc] ?? 0,
    degree: (flags >>> FLAGS.degree_shift) & FLAGS.degree_mask,
    oa: (flags & FLAGS.oa) !== 0,
    date: segment.date[doc] ?? 0,
    cited: segment.cited[doc] ?? 0,
    words: gathered.words.size === 0 ? undefined : [...gathered.words],
  })
}

const joined = (list: string[]) => (list.length === 0 ? undefined : list.join(SPLIT))

/** The keys of a record's values, and how those are written that have labels. */
function valuesOf(segment: Segment, values: AllValues, doc: number) {
  const one = (number: number | undefined) => (number ? [number] : [])
  const listOf = (name: 'author' | 'keyword' | 'subject') => {
    const starts = segment[`${name}_starts`]
    return [...segment[name].subarray(starts[doc] ?? 0, starts[doc + 1] ?? 0)]
  }
  const numbers = {
    author: listOf('author'),
    keyword: listOf('keyword'),
    subject: listOf('subject'),
    source: one(segment.source[doc]),
    language: one(segment.language[doc]),
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
    labels: labelsOf(numbers, values),
  }
}

type Partly<Whole> = { [Name in keyof Whole]: Whole[Name] | undefined }

/** What is undefined is not sent: JSON leaves it out. */
const dropEmpty = (record: Partly<StoredRecord>): StoredRecord => record as StoredRecord

function labelsOf(
  numbers: Record<'author' | 'keyword' | 'source', number[]>,
  values: AllValues,
): string | undefined {
  const labels: Labels = {}
  for (const table of ['author', 'keyword', 'source'] as const) {
    const own = numbers[table].map((number): [string, string] => {
      return [values[table].keyOf(number), values[table].labelOf(number)]
    })
    const written = own.filter(([key, label]) => key !== label)
    if (written.length > 0) labels[table] = written
  }
  return Object.keys(labels).length === 0 ? undefined : JSON.stringify(labels)
}

/** The three texts, each from its first place on, with what stands nowhere between as holes. */
function textsOf(
  { field_ends }: Segment,
  doc: number,
  places: Map<number, string>,
): Partial<Record<TextField, string>> {
  const ends = [field_ends[doc * 3 + 1] ?? 0, field_ends[doc * 3 + 2] ?? 0, Number.POSITIVE_INFINITY]
  const byField = Map.groupBy(
    [...places.keys()].sort((a, b) => a - b),
    (place) => TEXTS[ends.findIndex((end) => place < end)] ?? 'keyword',
  )
  return Object.fromEntries([...byField].map(([field, own]) => [field, textOfPlaces(own, places)]))
}

function textOfPlaces(own: number[], places: Map<number, string>): string {
  const first = own[0] ?? 0
  const tokens: string[] = []
  for (const place of own) {
    while (tokens.length < place - first) tokens.push(HOLE)
    tokens.push(places.get(place) ?? HOLE)
  }
  return tokens.join(SPLIT)
}
