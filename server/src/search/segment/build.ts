import type { Work } from '@scinav/contract'
import { forEachTerm } from '../analyse/analyse.ts'
import {
  authorKey,
  authorsOf,
  dateKey,
  type IndexDocument,
  keywordKey,
  sourceKey,
  yearOf,
} from '../document.ts'
import { addExactTerms, addNames, createNameCache, type NameCache } from './fields.ts'
import { filled, type Growing, growing32, push } from './growing.ts'
import {
  addOccurrence,
  createInverter,
  type Inverter,
  NO_POSITION,
  sortOccurrences,
  termNumber,
} from './inverter.ts'
import { FLAGS, MASKS, packSegment, type SegmentData } from './layout.ts'
import { type Lengths, writePostings } from './postings.ts'
import { type AllValues, type NewValue, numberOf } from './values.ts'

/** Places left free between two texts of a paper, so that no phrase crosses them. */
const GAP = 8

interface Building {
  inverter: Inverter
  names: NameCache
  lengths: Lengths
  columns: ReturnType<typeof columnsFor>
  number: (table: NewValue[0], key: string, label: string) => number
}

/**
 * Builds a segment of at most 65,536 papers.
 *
 * @param id names the segment.
 * @param values the facets' values so far; new ones are added, and told to `added`.
 */
export function buildSegment(
  id: number,
  documents: IndexDocument[],
  values: AllValues,
  added: (value: NewValue) => void,
): SegmentData {
  const building: Building = {
    inverter: createInverter(),
    names: createNameCache(),
    lengths: emptyLengths(documents.length),
    columns: columnsFor(documents.length),
    number: (table, key, label) => numberOf(values, table, key, label, added),
  }
  for (const [doc, document] of documents.entries()) addDocument(building, document, doc)
  setMeans(building.lengths, documents.length)
  const sorted = sortOccurrences(building.inverter)
  const postings = writePostings(sorted, building.lengths)
  return packSegment(id, documents.length, {
    ...dictionary(sorted.terms),
    ...postings,
    ...finishColumns(building.columns),
    deleted: new Uint32Array(Math.ceil(documents.length / 32)),
  })
}

function emptyLengths(count: number): Lengths {
  const fields = [MASKS.title, MASKS.abstract, MASKS.keyword]
  return { of: Object.fromEntries(fields.map((field) => [field, new Float32Array(count)])), mean: {} }
}

/** Means over the papers that have the field. */
function setMeans(lengths: Lengths, count: number): void {
  for (const [field, of] of Object.entries(lengths.of)) {
    let [sum, having] = [0, 0]
    for (let doc = 0; doc < count; doc += 1) {
      sum += of[doc] ?? 0
      if ((of[doc] ?? 0) > 0) having += 1
    }
    lengths.mean[Number(field)] = having === 0 ? 0 : sum / having
  }
}

function dictionary(terms: string[]): { term_chars: Uint16Array; term_starts: Uint32Array } {
  const term_starts = new Uint32Array(terms.length + 1)
  terms.forEach((term, at) => {
    term_starts[at + 1] = (term_starts[at] ?? 0) + term.length
  })
  const term_chars = new Uint16Array(term_starts[terms.length] ?? 0)
  let to = 0
  for (const term of terms)
    for (let at = 0; at < term.length; at += 1) {
      term_chars[to] = term.charCodeAt(at)
      to += 1
    }
  return { term_chars, term_starts }
}

function columnsFor(count: number) {
  const lists = () => ({ starts: new Uint32Array(count + 1), values: growing32() })
  return {
    seq: new Uint32Array(count),
    year: new Uint16Array(count),
    type: new Uint8Array(count),
    flags: new Uint8Array(count),
    language: new Uint32Array(count),
    source: new Uint32Array(count),
    date: new Uint32Array(count),
    cited: new Uint32Array(count),
    field_ends: new Uint16Array(count * 3),
    author: lists(),
    keyword: lists(),
    subject: lists(),
  }
}

function finishColumns({ author, keyword, subject, ...single }: ReturnType<typeof columnsFor>) {
  return {
    ...single,
    author_starts: author.starts,
    author: filled(author.values),
    keyword_starts: keyword.starts,
    keyword: filled(keyword.values),
    subject_starts: subject.starts,
    subject: filled(subject.values),
  }
}

function addDocument(building: Building, document: IndexDocument, doc: number): void {
  addTexts(building, document.work, doc)
  addNames(building.inverter, building.names, document.work, doc)
  addExactTerms(building.inverter, document.work, doc)
  addColumns(building, document, doc)
  addLists(building, document.work, doc)
}

function addTexts({ inverter, lengths, columns }: Building, work: Work, doc: number): void {
  const fields: [number, (string | null)[]][] = [
    [MASKS.title, [work.title, work.title_zh]],
    [MASKS.abstract, [work.abstract, work.abstract_zh]],
    [MASKS.keyword, work.keywords],
  ]
  let base = 0
  fields.forEach(([field, texts], index) => {
    let length = 0
    for (const text of texts) {
      if (!text) continue
      const start = base
      const count = forEachTerm(text, (term, position) =>
        addOccurrence(
          inverter,
          termNumber(inverter, term),
          doc,
          Math.min(start + position, NO_POSITION),
          field,
        ),
      )
      length += count
      base += count + GAP
    }
    const of = lengths.of[field]
    if (of) of[doc] = length
    columns.field_ends[doc * 3 + index] = Math.min(base, NO_POSITION)
  })
}

const DEGREES = { bachelor: 1, master: 2, doctor: 3 }

function addColumns({ columns, number }: Building, document: IndexDocument, doc: number): void {
  const { work } = document
  columns.seq[doc] = document.seq
  columns.year[doc] = yearOf(work.publish_date)
  columns.date[doc] = dateKey(work.publish_date)
  columns.type[doc] = work.resource_type >= 1 && work.resource_type <= 10 ? work.resource_type : 10
  columns.cited[doc] = Math.max(work.citation_count, document.cited_by_count)
  const degree = work.degree ? DEGREES[work.degree] : 0
  columns.flags[doc] = (work.is_oa ? FLAGS.oa : 0) | (degree << FLAGS.degree_shift)
  columns.language[doc] = work.language ? number('language', work.language, work.language) : 0
  const source = work.basic_sourcename ?? ''
  columns.source[doc] = source === '' ? 0 : number('source', sourceKey(source), source)
}

function addLists({ columns, number }: Building, work: Work, doc: number): void {
  const authors = authorsOf(work).map(({ name, name_zh }) => {
    const shown = work.language === 'zh' && name_zh ? name_zh : name
    return number('author', authorKey(shown), shown)
  })
  const keywords = work.keywords.map((keyword) => number('keyword', keywordKey(keyword), keyword))
  const subjects = work.subject_codes.map((code) => number('subject', code, code))
  addList(columns.author, doc, authors)
  addList(columns.keyword, doc, keywords)
  addList(columns.subject, doc, subjects)
}

function addList(
  to: { starts: Uint32Array; values: Growing<Uint32Array> },
  doc: number,
  numbers: number[],
): void {
  for (const number of new Set(numbers)) push(to.values, number)
  to.starts[doc + 1] = to.values.length
}
