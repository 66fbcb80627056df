import { expect, test } from 'vitest'
import { createMemory, instantiateKernels } from '../kernels/kernels.ts'
import { allocateOwn } from '../kernels/own.ts'
import { createRandom } from '../testing/random.ts'
import { hasDoc, randomDocs } from '../testing/random-sets.ts'
import { copySet, docsBytes, findPosting, listDocs, writeDocs } from './docs.ts'
import { filledPart, growable8 } from './growable-array.ts'
import { MAX_DOCS } from './layout.ts'

/** Numbers of papers of segments, near those at which a page or a byte begins. */
const DOC_COUNTS = [1, 7, 8, 9, 255, 256, 257, 1000, 8192, 40_001, MAX_DOCS]
/** Shares of the papers of a segment, so that every encoding occurs. */
const SHARES = [1, 0.9, 0.3, 0.12, 0.1, 0.05, 0.01, 0.001]

/** Writes several terms into the section of a segment, with others' bytes around, and returns all as they are read. */
function segmentOf(terms: Uint16Array[], docCount: number) {
  const section = growable8(1)
  section.array.fill(255)
  let posting = 5
  const places = terms.map((docs) => {
    const first_doc = section.length
    writeDocs(docs, docs.length, docCount, section)
    const from = posting
    posting += docs.length
    return { from, to: posting, first_doc, end: section.length }
  })
  const memory = createMemory(section.length + 3 + 8)
  const docs = new Uint8Array(memory.buffer, 3, section.length)
  docs.set(filledPart(section))
  const head = { id: 1, doc_count: docCount, term_count: terms.length, places: {} as never }
  return { segment: { docs, head, kernels: instantiateKernels(memory) }, places }
}

const random = createRandom(3)
const cases = DOC_COUNTS.map((docCount) => {
  const counts = SHARES.map((share) => Math.max(1, Math.ceil(docCount * share)))
  const terms = [...counts, ...counts, 1, 2, 3, 8, 9, 40]
    .filter((count) => count <= docCount)
    .map((count) => (count > docCount / 2 ? everySo(count, docCount) : randomDocs(random, count, docCount)))
  return { docCount, terms, ...segmentOf(terms, docCount) }
})

/** Draws many papers, leaving out as few as it takes. */
function everySo(count: number, docCount: number): Uint16Array {
  const left = new Set(randomDocs(random, docCount - count, docCount))
  return Uint16Array.from({ length: docCount }, (_, doc) => doc).filter((doc) => !left.has(doc))
}

test('the papers of terms are read as they were written, in no more bytes than a list or a set takes', () => {
  for (const { docCount, terms, segment, places } of cases)
    for (const [at, docs] of terms.entries()) {
      const place = places[at] ?? { from: 0, to: 0, first_doc: 0, end: 0 }
      expect(listDocs(segment, place)).toEqual(docs)
      expect(place.end - place.first_doc).toBe(docsBytes(docs.length, docCount))
      if (docs.length >= 8) expect(place.end - place.first_doc).toBeLessThanOrEqual(Math.ceil(docCount / 8))
      expect(place.end - place.first_doc).toBeLessThanOrEqual(2 * docs.length)
    }
})

test('a paper is found where it is, and no other', () => {
  for (const { docCount, terms, segment, places } of cases)
    for (const [at, docs] of terms.entries()) {
      const place = places[at] ?? { from: 0, to: 0, first_doc: 0 }
      const postings = new Map([...docs].map((doc, posting) => [doc, place.from + posting]))
      const asked = [...docs, ...randomDocs(random, 100, docCount), docCount - 1, 0]
      const step = Math.ceil(asked.length / 400)
      const some = asked.filter((_, index) => index % step === 0)
      expect(some.map((doc) => findPosting(segment, place, doc))).toEqual(
        some.map((doc) => postings.get(doc) ?? -1),
      )
    }
})

test('papers that are stored as a set are copied as one', () => {
  const copied = cases.flatMap(({ terms, segment, places }) =>
    terms.map((docs, at) => {
      const bits = allocateOwn(Uint32Array, MAX_DOCS / 32)
      const isSet = copySet(segment, places[at] ?? { from: 0, to: 0, first_doc: 0 }, bits)
      if (isSet) expect(bits.reduce((sum, _, word) => sum + bitsOf(bits, word), 0)).toBe(docs.length)
      if (isSet) expect(docs.every((doc) => hasDoc(bits, doc))).toBe(true)
      return isSet
    }),
  )
  expect(new Set(copied).size).toBe(2)
})

function bitsOf(bits: Uint32Array, word: number): number {
  let count = 0
  for (let bit = 0; bit < 32; bit += 1) count += ((bits[word] ?? 0) >>> bit) & 1
  return count
}
