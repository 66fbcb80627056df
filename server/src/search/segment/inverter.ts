import type { WordForms } from '../analyse/word-forms.ts'
import { sortTerms } from './sort-terms.ts'
import { createTermTable, type TermTable, termNumber } from './term-table.ts'

/** Terms without a place carry this position; texts longer than this lose the places of their end. */
export const NO_POSITION = 0xffff
/** Marks a term of a space of its own; the other bits are its mask. */
export const OWN_SPACE = 0x80
/** Beside a field's bit: how a term of Chinese stands in its text, one of STANDING. */
export const STANDING_SHIFT = 5

/** Occurrences of terms as they come, paper after paper; the four arrays grow together. */
export interface Inverter {
  terms: TermTable
  /** Tells the words that have their numbers from this inverter. */
  epoch: number
  count: number
  term: Uint32Array
  doc: Uint16Array
  position: Uint16Array
  /** The field's bit and how the term stands there, or a mask in a space of its own. */
  field: Uint8Array
}

const FIRST_SIZE = 1 << 12
let epochs = 0
/** Occurrences a paper had the last time: arrays of about the right size need not be copied, nor be twice too large. */
let usual = 0

/** @param papers as many are expected. */
export function createInverter(papers: number): Inverter {
  epochs += 1
  const size = Math.max(FIRST_SIZE, Math.ceil(papers * usual))
  return {
    terms: createTermTable(),
    epoch: epochs,
    count: 0,
    term: new Uint32Array(size),
    doc: new Uint16Array(size),
    position: new Uint16Array(size),
    field: new Uint8Array(size),
  }
}

const SPARE = 1.05

/** Remembers how much room the papers of an inverter took. */
export function learnSize({ count }: Inverter, papers: number): void {
  usual = (count / papers) * SPARE
}

export function addOccurrence(
  into: Inverter,
  term: number,
  doc: number,
  position: number,
  field: number,
): void {
  const at = into.count
  if (at === into.term.length) grow(into)
  into.term[at] = term
  into.doc[at] = doc
  into.position[at] = position
  into.field[at] = field
  into.count = at + 1
}

/** Adds a word's stem and its exact form; the word remembers their numbers for the next time. */
export function addForms(
  into: Inverter,
  forms: WordForms,
  doc: number,
  position: number,
  field: number,
): void {
  if (forms.epoch !== into.epoch) {
    forms.epoch = into.epoch
    forms.stem_number = termNumber(into.terms, '', forms.stem)
    forms.exact_number = forms.exact === '' ? -1 : termNumber(into.terms, '', forms.exact)
  }
  addOccurrence(into, forms.stem_number, doc, position, field)
  if (forms.exact_number >= 0) addOccurrence(into, forms.exact_number, doc, position, field)
}

function grow(into: Inverter): void {
  const length = Math.ceil(into.term.length * 1.5)
  const { term, doc, position, field } = into
  into.term = new Uint32Array(length)
  into.doc = new Uint16Array(length)
  into.position = new Uint16Array(length)
  into.field = new Uint8Array(length)
  into.term.set(term)
  into.doc.set(doc)
  into.position.set(position)
  into.field.set(field)
}

export interface Sorted {
  /** Numbers of the terms in their order. */
  order: Uint32Array
  /** Per place in the order: where its occurrences begin in the arrays below. */
  starts: Uint32Array
  doc: Uint16Array
  position: Uint16Array
  field: Uint8Array
}

/** Occurrences in the order of terms; within a term, as they came: by paper, then by place. */
export function sortOccurrences(from: Inverter): Sorted {
  const order = sortTerms(from.terms)
  const rank = new Uint32Array(order.length)
  for (let at = 0; at < order.length; at += 1) rank[order[at] ?? 0] = at
  const starts = startsOf(from, rank)
  return { order, starts, ...place(from, rank, starts.slice()) }
}

function startsOf({ term, count }: Inverter, rank: Uint32Array): Uint32Array {
  const starts = new Uint32Array(rank.length + 1)
  for (let at = 0; at < count; at += 1) {
    const place = (rank[term[at] ?? 0] ?? 0) + 1
    starts[place] = (starts[place] ?? 0) + 1
  }
  for (let at = 0; at < rank.length; at += 1) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0)
  return starts
}

function place(
  from: Inverter,
  rank: Uint32Array,
  next: Uint32Array,
): Pick<Sorted, 'doc' | 'position' | 'field'> {
  const { term, count, doc: docs, position: positions, field: fields } = from
  const doc = new Uint16Array(count)
  const position = new Uint16Array(count)
  const field = new Uint8Array(count)
  for (let at = 0; at < count; at += 1) {
    const where = rank[term[at] ?? 0] ?? 0
    const to = next[where] ?? 0
    next[where] = to + 1
    doc[to] = docs[at] ?? 0
    position[to] = positions[at] ?? 0
    field[to] = fields[at] ?? 0
  }
  return { doc, position, field }
}
