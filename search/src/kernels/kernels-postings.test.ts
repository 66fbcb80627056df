import { expect, test } from 'vitest'
import { MAX_DOCS } from '../index/layout.ts'
import { createTestMemory, placeArrays, takeTestMemory } from '../testing/kernel-memory.ts'
import { createRandom, type Random } from '../testing/random.ts'
import { addDoc, hasDoc, listDocs, randomBits, randomDocs } from '../testing/random-sets.ts'
import { sampleInGate } from '../testing/sample-in-gate.ts'
import { instantiateKernels } from './kernels.ts'

const ROUNDS = sampleInGate(300)
const ground = takeTestMemory()
const segGround = createTestMemory()
const kernels = instantiateKernels(segGround.memory)

const someBytes = randomBytes(createRandom(0))

/** The least and the greatest often, and those that are masks of fields. */
function randomBytes(random: Random): Uint8Array {
  return new Uint8Array(2 * MAX_DOCS).map(() =>
    random.pick([0, 31, 255, random.below(256), random.below(32)]),
  )
}

/** What postings of some papers have. */
function randomPostings(random: Random, docs = randomDocs(random)) {
  const [impacts, masks] = [random.below(MAX_DOCS), random.below(MAX_DOCS)]
  return {
    docs,
    impacts: someBytes.subarray(impacts, impacts + docs.length),
    masks: someBytes.subarray(masks, masks + docs.length).map((byte) => byte & 31),
  }
}

const randomMask = (random: Random) => random.pick([0, 31, 1, 2, 16, random.below(32)])

test('the papers of postings are put into a set that may have some already', () => {
  const random = createRandom(1)
  for (let round = 0; round < ROUNDS; round += 1) {
    const mine = placeArrays(ground, random, { bits: randomBits(random) })
    const seg = placeArrays(segGround, random, { docs: randomDocs(random) })
    kernels.set_docs(seg.at.docs, seg.end.docs, mine.at.bits)
    for (const doc of seg.should.docs) addDoc(mine.should.bits, doc)
    expect([...mine.wrong(), ...seg.wrong()]).toEqual([])
  }
})

test('the papers of postings in wanted fields are put into a set', () => {
  const random = createRandom(2)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { docs, masks } = randomPostings(random)
    const wanted = randomMask(random)
    const mine = placeArrays(ground, random, { bits: randomBits(random) })
    const seg = placeArrays(segGround, random, { docs, masks })
    kernels.set_docs_in(seg.at.docs, seg.end.docs, seg.at.masks, wanted, mine.at.bits)
    docs.forEach((doc, at) => {
      if (((masks[at] ?? 0) & wanted) !== 0) addDoc(mine.should.bits, doc)
    })
    expect([...mine.wrong(), ...seg.wrong()]).toEqual([])
  }
})

test('the papers of postings with an impact above another are put into a set', () => {
  const random = createRandom(3)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { docs, impacts } = randomPostings(random)
    const cut = random.pick([0, 254, 255, impacts[0] ?? 7, random.below(256)])
    const mine = placeArrays(ground, random, { bits: randomBits(random) })
    const seg = placeArrays(segGround, random, { docs, impacts })
    kernels.set_above(seg.at.docs, seg.end.docs, seg.at.impacts, cut, mine.at.bits)
    docs.forEach((doc, at) => {
      if ((impacts[at] ?? 0) > cut) addDoc(mine.should.bits, doc)
    })
    expect([...mine.wrong(), ...seg.wrong()]).toEqual([])
  }
})

/** Some have more digits than 32 bits hold. */
function randomFactor(random: Random): number {
  return random.pick([0, 1, 1e10, random.below(2 ** 32) / 7e8, random.below(2 ** 32) / 2 ** 32])
}

const randomScores = (random: Random) => new Float32Array(MAX_DOCS).map(() => random.below(2 ** 32) / 3e8)
const someScores = randomScores(createRandom(4))

/** What postings add to scores, in 64 bits until it is stored. */
interface Factors {
  always: number
  both: number
  mask: number
}

const randomFactors = (random: Random): Factors => ({
  always: randomFactor(random),
  both: randomFactor(random),
  mask: randomMask(random),
})

function addPosting(
  scores: Float32Array,
  doc: number,
  { always, both, mask }: Factors,
  { impact = 0, fields = 0 }: { impact: number | undefined; fields: number | undefined },
): void {
  scores[doc] = (scores[doc] ?? 0) + ((fields & mask) === 0 ? always : both) * impact
}

test('impacts are added to the scores of papers in a set, by fields', () => {
  const random = createRandom(5)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { docs, impacts, masks } = randomPostings(random)
    const factors = randomFactors(random)
    const { always, both, mask } = factors
    const mine = placeArrays(ground, random, { bits: randomBits(random), scores: someScores })
    const seg = placeArrays(segGround, random, { docs, impacts, masks })
    const { docs: from, impacts: impactsAt, masks: masksAt } = seg.at
    const { bits, scores } = mine.at
    kernels.add_postings(from, seg.end.docs, impactsAt, masksAt, always, both, mask, bits, scores)
    docs.forEach((doc, at) => {
      const posting = { impact: impacts[at], fields: masks[at] }
      if (hasDoc(mine.should.bits, doc)) addPosting(mine.should.scores, doc, factors, posting)
    })
    expect([...mine.wrong(), ...seg.wrong()]).toEqual([])
  }
})

/** By word of a set: how many papers are before it. */
function ranksOf(bits: Uint32Array, docs: Uint16Array): Uint16Array {
  const ranks = new Uint16Array(bits.length)
  let before = 0
  for (let word = 0; word < ranks.length; word += 1) {
    ranks[word] = before
    while (before < docs.length && (docs[before] ?? 0) >>> 5 === word) before += 1
  }
  return ranks
}

test('impacts are added paper by paper of a list where a term is a set', () => {
  const random = createRandom(6)
  for (let round = 0; round < ROUNDS; round += 1) {
    const set = randomBits(random)
    const { docs, impacts, masks } = randomPostings(random, listDocs(set))
    const factors = randomFactors(random)
    const { always, both, mask } = factors
    const list = random.once(4) ? docs : randomDocs(random)
    const ranks = ranksOf(set, docs)
    const mine = placeArrays(ground, random, { list, set, ranks, scores: someScores })
    const seg = placeArrays(segGround, random, { impacts, masks })
    const { list: from, set: setAt, ranks: ranksAt, scores } = mine.at
    const { impacts: impactsAt, masks: masksAt } = seg.at
    kernels.add_ranked(from, mine.end.list, setAt, ranksAt, impactsAt, masksAt, always, both, mask, scores)
    let at = 0
    for (const doc of list) {
      while ((docs[at] ?? MAX_DOCS) < doc) at += 1
      if (docs[at] !== doc) continue
      addPosting(mine.should.scores, doc, factors, { impact: impacts[at], fields: masks[at] })
    }
    expect([...mine.wrong(), ...seg.wrong()]).toEqual([])
  }
})

test('a weight is added to the scores of the papers of a list', () => {
  const random = createRandom(9)
  for (let round = 0; round < ROUNDS; round += 1) {
    const weight = random.pick([0, 1, 0.1, 12.75, random.below(1_000) / 7])
    const { at, end, should, wrong } = placeArrays(ground, random, {
      list: randomDocs(random),
      scores: someScores,
    })
    kernels.add_weight(at.list, end.list, weight, at.scores)
    for (const doc of should.list) should.scores[doc] = (should.scores[doc] ?? 0) + weight
    expect(wrong()).toEqual([])
  }
})

test('the scores of the papers of a list are set to zero', () => {
  const random = createRandom(7)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { at, end, should, wrong } = placeArrays(ground, random, {
      list: randomDocs(random),
      scores: someScores,
    })
    kernels.clear_scores(at.list, end.list, at.scores)
    for (const doc of should.list) should.scores[doc] = 0
    expect(wrong()).toEqual([])
  }
})

/** The same number in 32 bits, but a little more. */
const ABOVE = 1 + 2 ** -30

test('the next paper of a list is found whose score is at least as great', () => {
  const random = createRandom(8)
  for (let round = 0; round < ROUNDS; round += 1) {
    const list = randomDocs(random)
    const scores = random.once(5) ? new Float32Array(MAX_DOCS) : someScores
    const best = list.reduce((most, doc) => Math.max(most, scores[doc] ?? 0), 0)
    const listed = scores[list[random.below(list.length)] ?? 0] ?? 0
    const least = random.pick([best, best * ABOVE, listed, listed * ABOVE, 0, Number.NEGATIVE_INFINITY])
    const { at, end, wrong } = placeArrays(ground, random, { list, scores })
    let index = 0
    while (index < list.length && !((scores[list[index] ?? 0] ?? 0) >= least)) index += 1
    const found = kernels.next_score(at.list, end.list, at.scores, least)
    expect((found - at.list) / Uint16Array.BYTES_PER_ELEMENT).toBe(index)
    expect(wrong()).toEqual([])
  }
})
