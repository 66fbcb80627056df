import { assignNumbers, clearWordNumbers, exactNumber, formsAt, stemNumber } from '../analysis/word-table.ts'
import { sortTerms } from './sort-terms.ts'
import { createTermTable, recycleTermTable, type TermTable, termNumber } from './term-table.ts'

/** Position of a term without one; also of all terms at or behind this position in a long paper. */
export const NO_POSITION = 0xffff
/** Number of bits of a position in `location`. */
export const POSITION_BITS = 16

// A byte of `Inverter.field`: for a word of a text, bits 0–4 are the bit of its field in `MASKS` (layout.ts), and bits
// 5–6 the `TERM_BOUNDARY` of a Chinese term (analysis/term-boundary.ts). With bit 7, the `SPACE_FLAG`, the term belongs
// to one of `SPACES` (terms.ts), and bits 0–6 are its mask in that space.
export const SPACE_FLAG = 0x80
export const BOUNDARY_SHIFT = 5

/** Occurrences of terms in the order in which they are added; the three arrays grow together. */
export interface Inverter {
  terms: TermTable
  /** Identifies the inverter to which the cached term numbers of words belong. */
  epoch: number
  /** Number of occurrences. */
  count: number
  /** The number of the term. */
  term: Uint32Array
  /** Where the term occurs: `doc << POSITION_BITS | position`, both below 2 ** 16 (`MAX_DOCS`, `NO_POSITION`). */
  location: Uint32Array
  /** The field of the term: see `SPACE_FLAG`. */
  field: Uint8Array
}

/** Initial capacity, in occurrences, and the factor by which it grows. */
const FIRST_SIZE = 1 << 12
const GROWTH_FACTOR = 1.5
let lastEpoch = 0

/** Creates an inverter without occurrences. */
export function createInverter(): Inverter {
  lastEpoch += 1
  return {
    terms: createTermTable(),
    epoch: lastEpoch,
    count: 0,
    term: new Uint32Array(FIRST_SIZE),
    location: new Uint32Array(FIRST_SIZE),
    field: new Uint8Array(FIRST_SIZE),
  }
}

/**
 * Returns an empty inverter that reuses the memory of a finished one: it has the right size and need not be cleared.
 */
export function recycleInverter({ terms, term, location, field }: Inverter): Inverter {
  lastEpoch += 1
  return { terms: recycleTermTable(terms), epoch: lastEpoch, count: 0, term, location, field }
}

/**
 * Appends an occurrence of a term in a field of a paper. Papers are added in ascending order, and the positions of a
 * term in a paper too: `sortOccurrences` keeps this order.
 */
export function addOccurrence(
  inverter: Inverter,
  term: number,
  doc: number,
  position: number,
  field: number,
): void {
  const at = inverter.count
  if (at === inverter.term.length) growInverter(inverter)
  inverter.term[at] = term
  inverter.location[at] = (doc << POSITION_BITS) | position
  inverter.field[at] = field
  inverter.count = at + 1
}

/** Epoch of the inverter to which the cached numbers of words belong. */
let numberedEpoch = 0

/**
 * Appends the stem of a word and, if it has one, its exact form. The word is given by its entry in the word table,
 * which caches their numbers for one inverter at a time.
 */
export function addWord(
  inverter: Inverter,
  entry: number,
  doc: number,
  position: number,
  field: number,
): void {
  if (numberedEpoch !== inverter.epoch || stemNumber(entry) < 0) numberWord(inverter, entry)
  addOccurrence(inverter, stemNumber(entry), doc, position, field)
  const exact = exactNumber(entry)
  if (exact >= 0) addOccurrence(inverter, exact, doc, position, field)
}

/** Appends the numbers of a word's stem and, if it has one, of its exact form. */
export function pushWordNumbers(inverter: Inverter, entry: number, numbers: number[]): void {
  if (numberedEpoch !== inverter.epoch || stemNumber(entry) < 0) numberWord(inverter, entry)
  numbers.push(stemNumber(entry))
  const exact = exactNumber(entry)
  if (exact >= 0) numbers.push(exact)
}

/** Assigns the numbers of its terms to an entry of the word table, which keeps them for further occurrences. */
function numberWord({ epoch, terms }: Inverter, entry: number): void {
  if (numberedEpoch !== epoch) clearWordNumbers()
  numberedEpoch = epoch
  const { stem, exact } = formsAt(entry)
  // Words belong to no space of `SPACES`: ''.
  assignNumbers(entry, termNumber(terms, '', stem), exact === '' ? -1 : termNumber(terms, '', exact))
}

/** Enlarges the arrays; the old memory is freed at once instead of waiting for the garbage collector. */
function growInverter(inverter: Inverter): void {
  const length = Math.ceil(inverter.term.length * GROWTH_FACTOR)
  const { term, location, field } = inverter
  inverter.term = new Uint32Array(moveBuffer(term, length))
  inverter.location = new Uint32Array(moveBuffer(location, length))
  inverter.field = new Uint8Array(moveBuffer(field, length))
}

/** Moves the memory of an array to a larger buffer. */
function moveBuffer({ buffer, BYTES_PER_ELEMENT }: Uint32Array | Uint8Array, length: number): ArrayBuffer {
  if (!(buffer instanceof ArrayBuffer)) throw new TypeError('memory of an inverter that is shared')
  return buffer.transfer(length * BYTES_PER_ELEMENT)
}

/** Occurrences sorted by term. */
export interface SortedOccurrences {
  /** Term numbers in the order of the terms. */
  order: Uint32Array
  /** For each index of `order`, where its occurrences begin in the arrays below; then the end of the last ones. */
  starts: Uint32Array
  /** As in `Inverter`. */
  location: Uint32Array
  field: Uint8Array
}

/** Sorts occurrences by term; those of a term keep their order: by paper, then by position. */
export function sortOccurrences(inverter: Inverter): SortedOccurrences {
  const order = sortTerms(inverter.terms)
  const next = countOccurrences(inverter)
  const starts = new Uint32Array(order.length + 1)
  let sum = 0
  for (let at = 0; at < order.length; at += 1) {
    const number = order[at] ?? 0
    const count = next[number] ?? 0
    starts[at] = sum
    next[number] = sum
    sum += count
  }
  starts[order.length] = sum
  return { order, starts, ...distributeOccurrences(inverter, next) }
}

/** Counts the occurrences of each term. */
function countOccurrences({ terms, term, count }: Inverter): Uint32Array {
  const counts = new Uint32Array(terms.count)
  for (let at = 0; at < count; at += 1) {
    const number = term[at] ?? 0
    counts[number] = (counts[number] ?? 0) + 1
  }
  return counts
}

/**
 * Copies the occurrences into the order of their terms.
 *
 * @param next where the next occurrence of each term goes, by the number of the term; updated
 */
function distributeOccurrences(
  inverter: Inverter,
  next: Uint32Array,
): Pick<SortedOccurrences, 'location' | 'field'> {
  const { term, count, location: locations, field: fields } = inverter
  const location = new Uint32Array(count)
  const field = new Uint8Array(count)
  for (let at = 0; at < count; at += 1) {
    const number = term[at] ?? 0
    const to = next[number] ?? 0
    next[number] = to + 1
    location[to] = locations[at] ?? 0
    field[to] = fields[at] ?? 0
  }
  return { location, field }
}
