/** Terms without a place carry this position; texts longer than this lose the places of their end. */
export const NO_POSITION = 0xffff

/** Occurrences of terms as they come, paper after paper; the four arrays grow together. */
export interface Inverter {
  numbers: Map<string, number>
  terms: string[]
  count: number
  term: Uint32Array
  doc: Uint16Array
  position: Uint16Array
  /** The field's bit in the mask. */
  field: Uint8Array
}

const FIRST_SIZE = 1 << 16

export function createInverter(): Inverter {
  return {
    numbers: new Map(),
    terms: [],
    count: 0,
    term: new Uint32Array(FIRST_SIZE),
    doc: new Uint16Array(FIRST_SIZE),
    position: new Uint16Array(FIRST_SIZE),
    field: new Uint8Array(FIRST_SIZE),
  }
}

/** The term's number in this inverter; a new one where it is new. */
export function termNumber({ numbers, terms }: Inverter, term: string): number {
  const known = numbers.get(term)
  if (known !== undefined) return known
  const number = terms.length
  numbers.set(term, number)
  terms.push(term)
  return number
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

function grow(into: Inverter): void {
  const length = into.term.length * 2
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
  /** Terms in UTF-16 order. */
  terms: string[]
  /** Per term: where its occurrences begin in the arrays below. */
  starts: Uint32Array
  doc: Uint16Array
  position: Uint16Array
  field: Uint8Array
}

/** Occurrences in the order of terms; within a term, as they came: by paper, then by place. */
export function sortOccurrences(from: Inverter): Sorted {
  const order = from.terms.map((_, number) => number)
  order.sort((a, b) => ((from.terms[a] ?? '') < (from.terms[b] ?? '') ? -1 : 1))
  const rank = new Uint32Array(order.length)
  order.forEach((number, at) => {
    rank[number] = at
  })
  const { term, count } = from
  const starts = new Uint32Array(order.length + 1)
  for (let at = 0; at < count; at += 1) {
    const place = (rank[term[at] ?? 0] ?? 0) + 1
    starts[place] = (starts[place] ?? 0) + 1
  }
  for (let at = 0; at < order.length; at += 1) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0)
  const sorted = place(from, rank, starts.slice())
  return { terms: order.map((number) => from.terms[number] ?? ''), starts, ...sorted }
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
