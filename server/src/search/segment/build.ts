import type { Work } from '@scinav/contract'
import { forEachWord } from '../analyse/analyse.ts'
import type { IndexDocument } from '../document.ts'
import { addColumns, columnsFor, finishColumns } from './columns.ts'
import { addExactTerms, addNames, createNameCache, type NameCache } from './fields.ts'
import {
  addForms,
  addOccurrence,
  createInverter,
  type Inverter,
  learnSize,
  NO_POSITION,
  STANDING_SHIFT,
  sortOccurrences,
} from './inverter.ts'
import { MASKS, packSegment, type SegmentData } from './layout.ts'
import { type Weights, weightsOf, writePostings } from './postings.ts'
import { termNumber } from './term-table.ts'
import type { AllMemory } from './values.ts'

/** Places left free between two texts of a paper, so that no phrase crosses them. */
const GAP = 8

/**
 * Builds a segment of at most 65,536 papers.
 *
 * @param id names the segment.
 * @param values the facets' values so far; new ones are added.
 */
export function buildSegment(id: number, documents: IndexDocument[], values: AllMemory): SegmentData {
  const count = documents.length
  const inverter = createInverter(count)
  const names: NameCache = createNameCache()
  const columns = columnsFor(count, values)
  const lengths = {
    title: new Float32Array(count),
    abstract: new Float32Array(count),
    keyword: new Float32Array(count),
  }
  const texts = textReader(inverter, lengths, columns.field_ends)
  for (const [doc, document] of documents.entries()) {
    texts(document.work, doc)
    addNames(inverter, names, document.work, doc)
    addExactTerms(inverter, document.work, doc)
    addColumns(columns, document, doc)
  }
  learnSize(inverter, count)
  const postings = writePostings(inverter.terms, sortOccurrences(inverter), weightsOf(lengths))
  const deleted = new Uint32Array(Math.ceil(count / 32))
  const head = { id, doc_count: count, term_count: inverter.terms.count }
  return packSegment(head, { ...postings, ...finishColumns(columns), deleted })
}

/** Reads the texts of one paper after the other into an inverter. */
function textReader(inverter: Inverter, lengths: Weights, field_ends: Uint16Array) {
  let doc = 0
  let base = 0
  let field = 0
  const place = (position: number) => Math.min(base + position, NO_POSITION)
  const take = (text: string | null): number => {
    if (!text) return 0
    const count = forEachWord(
      text,
      (forms, position) => addForms(inverter, forms, doc, place(position), field),
      (term, position, standing) => {
        const number = termNumber(inverter.terms, '', term)
        addOccurrence(inverter, number, doc, place(position), field | (standing << STANDING_SHIFT))
      },
    )
    base += count + GAP
    return count
  }
  const endField = (index: number) => {
    field_ends[doc * 3 + index] = Math.min(base, NO_POSITION)
  }
  return ({ title, title_zh, abstract, abstract_zh, keywords }: Work, at: number): void => {
    doc = at
    base = 0
    field = MASKS.title
    lengths.title[doc] = take(title) + take(title_zh)
    endField(0)
    field = MASKS.abstract
    lengths.abstract[doc] = take(abstract) + take(abstract_zh)
    endField(1)
    field = MASKS.keyword
    let length = 0
    for (const keyword of keywords) length += take(keyword)
    lengths.keyword[doc] = length
    endField(2)
  }
}
