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

/** What postings of some papers have: `codes` of `width` bits, of which those whose bit is in `wanted` are. */
function randomPostings(random: Random, docs = randomDocs(random)) {
  const [impacts, codes] = [random.below(MAX_DOCS), random.below(MAX_DOCS)]
  const width = random.pick([0, 1, 2, 4, 8])
  // A byte is read for codes of no bits too.
  const bytes = Math.max(1, Math.ceil((docs.length * width) / 8))
  return {
    docs,
    impacts: someBytes.subarray(impacts, impacts + docs.length),
    codes: someBytes.subarray(codes, codes + bytes).map((byte) => (width === 8 ? byte & 31 : byte)),
    width,
    wanted: random.pick([0, -1, 1, 2, 1 << 31, random.below(2 ** 32)]),
  }
}

/** Whether the mask of a posting is wanted. */
function isWanted({ codes, width, wanted }: ReturnType<typeof randomPostings>, posting: number): boolean {
  const bit = posting * width
  const code = ((codes[bit >>> 3] ?? 0) >>> (bit & 7)) & ((1 << width) - 1)
  return ((wanted >>> code) & 1) === 1
}

test('the papers of postings are put into a set that may have some already', () => {
  const random = createRandom(1)
  for (let round = 0; round < ROUNDS; round += 1) {
    const mine = placeArrays(ground, random, { bits: randomBits(random), docs: randomDocs(random) })
    kernels.set_docs(mine.at.docs, mine.end.docs, mine.at.bits)
    for (const doc of mine.should.docs) addDoc(mine.should.bits, doc)
    expect(mine.wrong()).toEqual([])
  }
})

test('the papers of postings in wanted fields are put into a set', () => {
  const random = createRandom(2)
  for (let round = 0; round < ROUNDS; round += 1) {
    const postings = randomPostings(random)
    const { docs, codes, width, wanted } = postings
    const mine = placeArrays(ground, random, { bits: randomBits(random), docs })
    const seg = placeArrays(segGround, random, { codes })
    kernels.set_docs_in(mine.at.docs, mine.end.docs, seg.at.codes, width, wanted, mine.at.bits)
    docs.forEach((doc, at) => {
      if (isWanted(postings, at)) addDoc(mine.should.bits, doc)
    })
    expect([...mine.wrong(), ...seg.wrong()]).toEqual([])
  }
})

test('the papers of postings with an impact above another are put into a set', () => {
  const random = createRandom(3)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { docs, impacts } = randomPostings(random)
    const cut = random.pick([0, 254, 255, impacts[0] ?? 7, random.below(256)])
    const mine = placeArrays(ground, random, { bits: randomBits(random), docs })
    const seg = placeArrays(segGround, random, { impacts })
    kernels.set_above(mine.at.docs, mine.end.docs, seg.at.impacts, cut, mine.at.bits)
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
}

const randomFactors = (random: Random): Factors => ({
  always: randomFactor(random),
  both: randomFactor(random),
})

function addPosting(
  scores: Float32Array,
  doc: number,
  { always, both }: Factors,
  { impact = 0, isWanted }: { impact: number | undefined; isWanted: boolean },
): void {
  scores[doc] = (scores[doc] ?? 0) + (isWanted ? both : always) * impact
}

test('impacts are added to the scores of papers in a set, by fields', () => {
  const random = createRandom(5)
  for (let round = 0; round < ROUNDS; round += 1) {
    const postings = randomPostings(random)
    const { docs, impacts, codes, width, wanted } = postings
    const factors = randomFactors(random)
    const { always, both } = factors
    const mine = placeArrays(ground, random, { bits: randomBits(random), scores: someScores, docs })
    const seg = placeArrays(segGround, random, { impacts, codes })
    const { docs: from, bits, scores } = mine.at
    const { impacts: impactsAt, codes: codesAt } = seg.at
    kernels.add_postings(from, mine.end.docs, impactsAt, codesAt, width, wanted, always, both, bits, scores)
    docs.forEach((doc, at) => {
      const posting = { impact: impacts[at], isWanted: isWanted(postings, at) }
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
    const postings = randomPostings(random, listDocs(set))
    const { docs, impacts, codes, width, wanted } = postings
    const factors = randomFactors(random)
    const { always, both } = factors
    const list = random.once(4) ? docs : randomDocs(random)
    const ranks = ranksOf(set, docs)
    const mine = placeArrays(ground, random, { list, set, ranks, scores: someScores })
    const seg = placeArrays(segGround, random, { impacts, codes })
    const { list: from, set: setAt, ranks: ranksAt, scores } = mine.at
    const { impacts: impactsAt, codes: codesAt } = seg.at
    kernels.add_ranked(
      from,
      mine.end.list,
      setAt,
      ranksAt,
      impactsAt,
      codesAt,
      width,
      wanted,
      always,
      both,
      scores,
    )
    let at = 0
    for (const doc of list) {
      while ((docs[at] ?? MAX_DOCS) < doc) at += 1
      if (docs[at] !== doc) continue
      const posting = { impact: impacts[at], isWanted: isWanted(postings, at) }
      addPosting(mine.should.scores, doc, factors, posting)
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
