import { expect, test } from 'vitest'
import { MAX_NUMBERS } from '../facets/lanes.ts'
import { MAX_DOCS } from '../index/layout.ts'
import { createTestMemory, placeArrays, takeTestMemory } from '../testing/kernel-memory.ts'
import { createRandom, type Random } from '../testing/random.ts'
import { hasDoc, randomBits, randomDocs, SAMPLE_LENGTHS } from '../testing/random-sets.ts'
import { sampleInGate } from '../testing/sample-in-gate.ts'
import { instantiateKernels } from './kernels.ts'

const ROUNDS = sampleInGate(300)
const ground = takeTestMemory()
const segGround = createTestMemory()
const sideGround = createTestMemory()
const kernels = instantiateKernels(segGround.memory, sideGround.memory)

const LANES = 4
const manyCounts = randomCounts(createRandom(1), LANES * MAX_NUMBERS)

function randomCounts(random: Random, length: number): Uint32Array {
  return new Uint32Array(length).map(() => random.below(1000))
}

/** Counters of some numbers, of few or of as many as there can be; one of each, or four that are `lane` bytes apart. */
function randomCounters(random: Random) {
  const numbers = random.once(15) ? MAX_NUMBERS : random.pick([4, 8, 100])
  const lane = random.once(2) ? 0 : numbers * Uint32Array.BYTES_PER_ELEMENT
  const length = lane === 0 ? numbers : LANES * numbers
  const counts = numbers === MAX_NUMBERS ? manyCounts.slice(0, length) : randomCounts(random, length)
  return { numbers, lane, counts }
}

const entryOf = (numbers: Uint16Array | Uint32Array, at = 0) => numbers[at] ?? 0

/** Adds the other lanes to the first and leaves them at zero. */
function join(counts: Uint32Array, lane: number, size: number): void {
  const apart = lane / Uint32Array.BYTES_PER_ELEMENT
  for (let other = apart; 0 < other && other < LANES * apart; other += apart)
    for (let number = 0; number < size; number += 1) {
      counts[number] = entryOf(counts, number) + entryOf(counts, other + number)
      counts[other + number] = 0
    }
}

/** Some papers, and numbers that they may have, the first and the last often. */
function randomPapers(random: Random, numbers: number) {
  const papers = random.once(15) ? MAX_DOCS : random.pick([1, 2, 60, 1000])
  const docs = randomDocs(random, random.pick(SAMPLE_LENGTHS), papers)
  const number = () => random.pick([0, numbers - 1, random.below(numbers), random.below(numbers)])
  return { papers, docs, number }
}

/** Numbers behind the last one are read, but do not count. */
const SLACK = 8
const ENTRIES = [0, 0, 1, 1, 2, 3, 7, 8, 9, 10, 15, 16, 17, 50] as const

test('the numbers that papers have, from none to many each, are counted in one lane or in four', () => {
  const random = createRandom(2)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { numbers, lane, counts } = randomCounters(random)
    const { papers, docs, number } = randomPapers(random, numbers)
    const starts = new Uint32Array(papers + 1).map((_, at) => Math.min(at, 1))
    for (const doc of docs) starts[doc + 1] = random.pick(ENTRIES)
    for (let at = 1; at <= papers; at += 1) starts[at] = entryOf(starts, at) + entryOf(starts, at - 1)
    const places = new Uint16Array(entryOf(starts, papers) + SLACK).map(number)
    const room = new Uint16Array(docs.length * 8)
    const mine = placeArrays(ground, random, { docs, counts, room })
    const seg = placeArrays(segGround, random, { starts })
    const side = placeArrays(sideGround, random, { places })
    const { at, end, is, should } = mine
    kernels.add_places(at.docs, end.docs, seg.at.starts, side.at.places, at.counts, lane, at.room)
    for (const doc of docs)
      for (const place of places.subarray(starts[doc], starts[doc + 1]))
        should.counts[place] = entryOf(should.counts, place) + 1
    should.room.set(is.room)
    for (const { counts } of [is, should]) join(counts, lane, numbers)
    expect([...mine.wrong(), ...seg.wrong(), ...side.wrong()]).toEqual([])
  }
})

test('the one number that each paper has is counted in one lane or in four', () => {
  const random = createRandom(3)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { numbers, lane, counts } = randomCounters(random)
    const { papers, docs, number } = randomPapers(random, numbers)
    const column = new Uint16Array(papers).map(number)
    const mine = placeArrays(ground, random, { docs, counts })
    const side = placeArrays(sideGround, random, { column })
    const { at, end, is, should } = mine
    kernels.add_column(at.docs, end.docs, side.at.column, at.counts, lane)
    for (const doc of docs) should.counts[entryOf(column, doc)] = entryOf(should.counts, column[doc]) + 1
    for (const { counts } of [is, should]) join(counts, lane, numbers)
    expect([...mine.wrong(), ...side.wrong()]).toEqual([])
  }
})

test('neighbours are counted in different lanes, so that none waits for the one before', () => {
  const counts = new Uint32Array(LANES * 4)
  const docs = Uint16Array.from({ length: 12 }, (_, doc) => doc)
  const lane = 4 * Uint32Array.BYTES_PER_ELEMENT
  const mine = placeArrays(ground, createRandom(4), { docs, counts, room: new Uint16Array(8 * docs.length) })
  const starts = placeArrays(segGround, createRandom(4), {
    starts: Uint32Array.from({ length: 13 }, (_, at) => at),
  })
  const side = placeArrays(sideGround, createRandom(4), { places: new Uint16Array(12 + SLACK).fill(3) })
  const { at, end, is } = mine
  const lanes = () => [3, 7, 11, 15].map((place) => is.counts[place])
  kernels.add_column(at.docs, end.docs, side.at.places, at.counts, lane)
  expect(lanes()).toEqual([3, 3, 3, 3])
  kernels.add_places(at.docs, end.docs, starts.at.starts, side.at.places, at.counts, lane, at.room)
  expect(lanes()).toEqual([6, 6, 6, 6])
})

test('four lanes are brought together in the first, four numbers at a time', () => {
  const random = createRandom(5)
  for (let round = 0; round < ROUNDS; round += 1) {
    const numbers = random.once(15) ? MAX_NUMBERS : random.pick([4, 8, 100])
    const counts = manyCounts.slice(0, LANES * numbers)
    const lane = numbers * Uint32Array.BYTES_PER_ELEMENT
    const size = random.pick([0, 1, numbers, random.below(numbers)])
    const { at, should, wrong } = placeArrays(ground, random, { counts })
    kernels.join_lanes(at.counts, at.counts + size * Uint32Array.BYTES_PER_ELEMENT, lane)
    join(should.counts, lane, Math.ceil(size / 4) * 4)
    expect(wrong()).toEqual([])
  }
})

const ALL = 0xffff_ffff

test('the next four counts are found of which one is at least as great, counts of 32 bits among them', () => {
  const random = createRandom(6)
  for (let round = 0; round < 4 * ROUNDS; round += 1) {
    const least = random.pick([0, 1, 2, 50, 0x7fff_ffff, 0x8000_0000, ALL])
    const less = Math.max(least - 1, 0)
    const rare = random.pick([2, 20, 1000])
    const great = () => random.pick([least, least, Math.min(least + 1, ALL), ALL])
    const counts = new Uint32Array(4 * random.pick(SAMPLE_LENGTHS)).map(() =>
      random.once(rare) ? great() : random.pick([0, less, random.below(least)]),
    )
    const from = 4 * random.below(counts.length / 4 + 1)
    const { at, end, wrong } = placeArrays(ground, random, { counts })
    const first = counts.findIndex((count, place) => place >= from && count >= least)
    const found = kernels.next_count(at.counts + from * Uint32Array.BYTES_PER_ELEMENT, end.counts, least)
    const place = first < 0 ? counts.length : first - (first % 4)
    expect((found - at.counts) / Uint32Array.BYTES_PER_ELEMENT).toBe(place)
    expect(wrong()).toEqual([])
  }
})

test('the papers of a list that are in a set are counted', () => {
  const random = createRandom(7)
  for (let round = 0; round < ROUNDS; round += 1) {
    const mine = placeArrays(ground, random, { bits: randomBits(random) })
    const side = placeArrays(sideGround, random, { docs: randomDocs(random) })
    const found = kernels.count_listed(side.at.docs, side.end.docs, mine.at.bits)
    expect(found).toBe(side.should.docs.filter((doc) => hasDoc(mine.should.bits, doc)).length)
    expect([...mine.wrong(), ...side.wrong()]).toEqual([])
  }
})
