import { expect, test } from 'vitest'
import { openTermIndex } from '../open-term-index.ts'
import type { IndexAnswer } from '../planning/term-index.ts'
import { openSplit } from '../ranking/split-search.ts'
import { paper } from '../testing/index-queries.ts'
import { createRandom, type Random } from '../testing/random.ts'
import { SAMPLE_NAMES, SAMPLE_SOURCES, SAMPLE_WORDS } from '../testing/random-library.ts'
import { randomSearch, toIndexRequest } from '../testing/random-request.ts'
import { sampleInGate } from '../testing/sample-in-gate.ts'
import type { SearcherQuestion } from './messages.ts'
import { createThreadPair } from './split-question.ts'

/** Papers in which the last words are common and the first ones rare, so that many hits need not be scored. */
function papersFrom(random: Random, first: number, count: number) {
  return Array.from({ length: count }, (_, at) => {
    const words = SAMPLE_WORDS.filter((_, place) => random.once(SAMPLE_WORDS.length - place))
    return paper(first + at, `x ${words.join(' ')}`, {
      abstract: random.once(2) ? words.toReversed().join(' ') : null,
      keywords: words.slice(0, 2),
      creators: [{ name: random.pick(SAMPLE_NAMES), role: 'author', affiliations: [] }],
      basic_sourcename: random.pick(SAMPLE_SOURCES),
      publish_date: String(2015 + random.below(9)),
      is_oa: random.once(3),
    })
  })
}

const SEARCHES = sampleInGate(120)

const answerOf = ({ took_ms, ...answer }: IndexAnswer) => answer

test('two threads that share a search answer what one answers', async () => {
  const random = createRandom(5)
  const [two, one] = [
    await openTermIndex({ folder: null, threads: 2 }),
    await openTermIndex({ folder: null, threads: 0 }),
  ]
  let several = 0
  for (let first = 1; first < 5_000; first += 1_000) {
    const batch = papersFrom(random, first, 1_000)
    await Promise.all([two.apply(batch, false), one.apply(batch, false)])
    for (let round = 0; round < SEARCHES; round += 1) {
      const request = toIndexRequest(randomSearch(random), one.values())
      const found = await two.search(request)
      if (found.total > 500 && request.facets.length > 1) several += 1
      expect({ request, ...answerOf(found) }).toEqual({ request, ...answerOf(await one.search(request)) })
    }
  }
  expect(several).toBeGreaterThan((SEARCHES * 3) / 8)
  await Promise.all([two.close(), one.close()])
})

test('a search fails, and does not wait, where one of its two threads fails', async () => {
  const failing = async ({ id }: SearcherQuestion) => ({ id, error: 'no memory' })
  const waiting = async (question: SearcherQuestion) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (question.ask !== 'side') throw new Error('asked for something else')
    expect(() => openSplit(question.board, 1, 1, 0).awaitOther('found')).toThrow('has failed')
    return { id: question.id, error: 'the other has failed' }
  }
  const index = await openTermIndex({ folder: null, threads: 0 })
  const request = toIndexRequest(randomSearch(createRandom(1)), index.values())
  const pair = createThreadPair([{ answer: failing }, { answer: waiting }])
  // Counts of no facet need no tables.
  const sizes = {
    ...{ year: 1, resource_type: 1, source: 1, subject: 1 },
    ...{ language: 1, author: 1, keyword: 1, is_oa: 1 },
  }
  expect(await pair?.({ ask: 'search', id: 7, request, sizes }, 1)).toEqual({ id: 7, error: 'no memory' })
})
