import { expect, test } from 'vitest'
import { createTestMemory, placeArrays, takeTestMemory } from '../testing/kernel-memory.ts'
import { createRandom, type Random } from '../testing/random.ts'
import { addDoc, listDocs, randomBits, SAMPLE_LENGTHS } from '../testing/random-sets.ts'
import { sampleInGate } from '../testing/sample-in-gate.ts'
import { clearNumbers, createMemory, instantiateKernels, type Kernels, ownKernels } from './kernels.ts'
import { allocateOwn, PAGE_BYTES } from './own.ts'

const ROUNDS = sampleInGate(300)
const numbers = allocateOwn(Uint32Array, 20)
const ground = takeTestMemory()
const segGround = createTestMemory()
const kernels = instantiateKernels(segGround.memory)

/** How many numbers each kernel is given. */
const KERNELS: { [Name in keyof Kernels]: Parameters<Kernels[Name]>['length'] } = {
  fill: 3,
  and: 3,
  or: 3,
  without: 3,
  without_gone: 3,
  count: 2,
  count_both: 3,
  list: 4,
  join_lanes: 3,
  add_places: 7,
  add_column: 5,
  next_count: 3,
  count_listed: 3,
  set_between: 5,
  copy: 3,
  read_pages: 4,
  find_in_set: 2,
  find_in_pages: 3,
  set_docs: 3,
  set_docs_in: 6,
  set_above: 5,
  add_postings: 10,
  add_ranked: 11,
  add_weight: 4,
  clear_scores: 3,
  next_score: 4,
}

test('the module has the kernels that the interface names, and no others', () => {
  const found = Object.entries<(...numbers: number[]) => unknown>({ ...ownKernels })
  expect(Object.fromEntries(found.map(([name, kernel]) => [name, kernel.length]))).toEqual(KERNELS)
})

test('memory is made in whole pages of zeros that threads may share, also without any byte', () => {
  const pages = [0, 1, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 1].map((bytes) => createMemory(bytes).buffer)
  expect(pages.map(({ byteLength }) => byteLength / PAGE_BYTES)).toEqual([0, 1, 1, 1, 2])
  expect(pages.every((buffer) => buffer instanceof SharedArrayBuffer)).toBe(true)
  expect(pages.every((buffer) => new Uint8Array(buffer).every((byte) => byte === 0))).toBe(true)
})

test('kernels work over memory without any byte, as long as there is nothing to be read', () => {
  const none = instantiateKernels(createMemory(0))
  const { at, end, should, wrong } = placeArrays(ground, createRandom(1), {
    bits: randomBits(createRandom(1)),
  })
  none.without_gone(at.bits, at.bits, 0)
  none.set_above(0, 0, 0, 0, at.bits)
  expect(none.count_listed(0, 0, at.bits)).toBe(0)
  expect(none.count(at.bits, end.bits)).toBe(listDocs(should.bits).length)
  expect(wrong()).toEqual([])
  expect(() => none.find_in_set(0, 0)).toThrow(WebAssembly.RuntimeError)
})

test('bytes are filled', () => {
  const random = createRandom(2)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { at, should, wrong } = placeArrays(ground, random, {
      bytes: Uint8Array.from(random.some(0, 50, () => 7)),
    })
    const byte = random.pick([0, 0xff, 1])
    const [from, to] = rangeOf(random, should.bytes.length)
    kernels.fill(at.bytes + from, to - from, byte)
    should.bytes.fill(byte, from, to)
    expect(wrong()).toEqual([])
  }
})

test('numbers are cleared from one entry up to another, or all', () => {
  const random = createRandom(3)
  for (let round = 0; round < ROUNDS; round += 1) {
    const [from, to] = rangeOf(random, numbers.length)
    numbers.fill(9)
    clearNumbers(numbers, from, to)
    expect([...numbers]).toEqual([...new Uint32Array(20).fill(9).fill(0, from, to)])
  }
  clearNumbers(numbers)
  expect([...numbers]).toEqual(Array.from({ length: 20 }, () => 0))
})

function rangeOf(random: Random, length: number): [from: number, to: number] {
  const [one, other] = [random.below(length + 1), random.below(length + 1)]
  return one < other ? [one, other] : [other, one]
}

/** Words of sets: kernels take four at a time. */
const SIZES = [0, 4, 8, 12, 32, 256, 2048] as const

test.each([
  ['and', (word: number, other: number) => word & other],
  ['or', (word: number, other: number) => word | other],
  ['without', (word: number, other: number) => word & ~other],
] as const)('two sets are joined as by words: %s', (name, joined) => {
  const random = createRandom(4)
  for (let round = 0; round < ROUNDS; round += 1) {
    const words = random.pick(SIZES)
    const sets = { bits: randomBits(random, words), other: randomBits(random, words) }
    const { at, end, should, wrong } = placeArrays(ground, random, sets)
    const other = random.once(9) ? 'bits' : 'other'
    kernels[name](at.bits, end.bits, at[other])
    should.bits.forEach((word, index) => {
      should.bits[index] = joined(word, should[other][index] ?? 0)
    })
    expect(wrong()).toEqual([])
  }
})

test('papers that are gone are left out, also where their words are not a multiple of four', () => {
  const random = createRandom(5)
  for (let round = 0; round < ROUNDS; round += 1) {
    const words = random.pick([...SIZES, 1, 2, 3, 5, 2047])
    const mine = placeArrays(ground, random, { bits: randomBits(random, random.pick([words, 2048])) })
    const seg = placeArrays(segGround, random, { gone: randomBits(random, words) })
    kernels.without_gone(mine.at.bits, mine.at.bits + 4 * words, seg.at.gone)
    seg.should.gone.forEach((word, index) => {
      mine.should.bits[index] = (mine.should.bits[index] ?? 0) & ~word
    })
    expect([...mine.wrong(), ...seg.wrong()]).toEqual([])
  }
})

test('the papers of one set and of two are counted', () => {
  const random = createRandom(6)
  for (let round = 0; round < ROUNDS; round += 1) {
    const words = random.pick(SIZES)
    const sets = { bits: randomBits(random, words), other: randomBits(random, words) }
    const { at, end, wrong } = placeArrays(ground, random, sets)
    const both = sets.bits.map((word, index) => word & (sets.other[index] ?? 0))
    expect(kernels.count(at.bits, end.bits)).toBe(onesOf(sets.bits))
    expect(kernels.count_both(at.bits, end.bits, at.other)).toBe(onesOf(both))
    expect(wrong()).toEqual([])
  }
})

function onesOf(bits: Uint32Array): number {
  let count = 0
  for (const word of bits) for (let rest = word; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count += 1
  return count
}

/** For each byte the places of its bits, then zeros. */
const PLACES = Uint16Array.from(
  Array.from({ length: 256 }, (_, byte) => {
    const places = [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >>> bit) & 1)
    return [...places, ...new Uint16Array(8 - places.length)]
  }).flat(),
)
/** A list may be written so many numbers too far. */
const SLACK = 8

test('the papers of a set are listed in order, with eight numbers of slack behind them', () => {
  const random = createRandom(7)
  for (let round = 0; round < ROUNDS; round += 1) {
    const bits = randomBits(random, random.pick(SIZES))
    const docs = listDocs(bits)
    const into = new Uint16Array(docs.length + SLACK)
    const { at, end, is, should, wrong } = placeArrays(ground, random, { bits, places: PLACES, into })
    const listed = kernels.list(at.bits, end.bits, at.places, at.into)
    expect(listed).toBe(at.into + docs.byteLength)
    should.into.set(docs)
    should.into.set(is.into.subarray(docs.length), docs.length)
    expect(wrong()).toEqual([])
  }
})

test('papers whose number is between two, both included, are put into a set that may have some already', () => {
  const random = createRandom(8)
  const number = () => random.pick([0, 1, 2019, 2020, 2021, 0x7fff, 0x8000, 0xfffe, 0xffff])
  for (let round = 0; round < ROUNDS; round += 1) {
    const column = Uint16Array.from({ length: random.pick(SAMPLE_LENGTHS) }, number)
    const [least, most] = [number(), number()]
    const mine = placeArrays(ground, random, { bits: randomBits(random, Math.ceil(column.length / 32)) })
    const seg = placeArrays(segGround, random, { column })
    kernels.set_between(seg.at.column, seg.end.column, least, most, mine.at.bits)
    column.forEach((each, doc) => {
      if (each >= least && each <= most) addDoc(mine.should.bits, doc)
    })
    expect([...mine.wrong(), ...seg.wrong()]).toEqual([])
  }
})
