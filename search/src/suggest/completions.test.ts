import { expect, test } from 'vitest'
import { openValues } from '../index/values.ts'
import { createWriter } from '../index/writer.ts'
import { openTermIndex } from '../open-term-index.ts'
import type { Completions, TermIndex, ValueCounts } from '../planning/term-index.ts'
import { deletion, paper } from '../testing/index-queries.ts'
import { createOracle } from '../testing/oracle.ts'
import { createRandom, type Random } from '../testing/random.ts'
import {
  randomBatches,
  SAMPLE_CHINESE,
  SAMPLE_NAMES,
  SAMPLE_SOURCES,
  SAMPLE_WORDS,
} from '../testing/random-library.ts'
import { sampleInGate } from '../testing/sample-in-gate.ts'
import { createCompleter } from './completer.ts'
import { typedText } from './typed-text.ts'

const LIBRARIES = sampleInGate(40)
const FULL = 30
const FULL_TITLES = 15

test('what a text may go on to be is what looking at every value and title finds', async () => {
  let found = 0
  for (let seed = 0; seed < LIBRARIES; seed += 1) found += await compareLibrary(seed)
  expect(found).toBeGreaterThan(LIBRARIES * 20)
})

async function compareLibrary(seed: number): Promise<number> {
  const random = createRandom(seed)
  const [index, oracle] = [await openTermIndex({ folder: null, threads: 0 }), createOracle()]
  let found = 0
  for (const batch of randomBatches(random, random.once(2))) {
    await Promise.all([index.apply(batch, false), oracle.apply(batch, false)])
    found += await compare(index, oracle, randomBeginning(random), seed)
  }
  for (let count = 0; count < 10; count += 1)
    found += await compare(index, oracle, randomBeginning(random), seed)
  await index.close()
  return found
}

/** Some letters of a name, of a journal, or of a word behind others. */
function randomBeginning(random: Random): string {
  const kinds = [
    SAMPLE_WORDS,
    SAMPLE_CHINESE,
    SAMPLE_NAMES,
    SAMPLE_SOURCES,
    ['zhangx', 'xiaom', 'xm zhang', 'lisi', 'y le', '', 'nature me'],
  ]
  const before = random.once(4) ? `${random.pick(SAMPLE_WORDS)} ` : ''
  const whole = before + random.pick(random.pick(kinds as [string[], ...string[][]]) as [string, ...string[]])
  return typedText(whole.slice(0, before.length + 1 + random.below(whole.length)))
}

async function compare(index: TermIndex, oracle: TermIndex, text: string, seed: number): Promise<number> {
  const [mine, theirs] = [await index.complete(text), await oracle.complete(text)]
  const [found, expected] = [comparable(mine, index, text), comparable(theirs, oracle, text)]
  expect({ seed, text, ...found }).toEqual({ seed, text, ...expected })
  return mine.keyword.length + mine.author.length + mine.source.length + mine.titles.length
}

/** Values by their keys, in their order as far as numbers of papers tell it; titles of several words as a set. */
function comparable({ titles, ...found }: Completions, index: TermIndex, text: string) {
  const tables = ['keyword', 'author', 'source'] as const
  const values = index.values()
  const named = tables.map((table) => keyed(found[table], values[table].keyOf))
  if (!text.includes(' ')) return { named, titles }
  return { named, titles: titles.length === FULL_TITLES ? FULL_TITLES : titles.toSorted((a, b) => a - b) }
}

/** Of equal values at the end of a full list any may be shown. */
function keyed(counts: ValueCounts, keyOf: (number: number) => string): string[] {
  const papers = counts.map(([, count]) => String(count)).join(' ')
  if (counts.length === FULL) return [papers]
  return [papers, ...counts.map(([number, count]) => `${count} ${keyOf(number)}`).sort()]
}

test('what begins as typed comes before what has such a word inside, then what more papers have', async () => {
  const index = await openTermIndex({ folder: null, threads: 0 })
  const keywords = [
    ['graph theory'],
    ['graph theory', 'graphs'],
    ['large graph'],
    ['large graph'],
    ['large graph'],
  ]
  await index.apply(
    keywords.map((each, at) => paper(at + 1, 'x', { keywords: each })),
    false,
  )
  const labels = async (text: string) =>
    (await index.complete(text)).keyword.map(([number, papers]) => [
      index.values().keyword.labelOf(number),
      papers,
    ])

  expect(await labels('gra')).toEqual([
    ['graph theory', 2],
    ['graphs', 1],
    ['large graph', 3],
  ])
  await index.apply([deletion(1), deletion(2)], false)
  expect(await labels('gra')).toEqual([['large graph', 3]])
})

test('of one word the most cited titles come first, of several those that begin with the first of them', async () => {
  const index = await openTermIndex({ folder: null, threads: 0 })
  const titles = ['Graph models', 'Models of a graph', 'A graph of models', 'Learning']
  await index.apply(
    titles.map((title, at) => paper(at + 1, title, {}, at)),
    false,
  )
  expect((await index.complete('mod')).titles).toEqual([3, 2, 1])
  expect((await index.complete('graph mod')).titles).toEqual([1, 3, 2])
})

test('in a large library, too, a new value is found among the rare ones', async () => {
  const index = await openTermIndex({ folder: null, threads: 0 })
  const many = Array.from({ length: 1_500 }, (_, at) =>
    paper(at + 1, 'x', { keywords: ['graphs', `topic ${at}`] }),
  )
  await index.apply(many, false)
  expect((await index.complete('gra')).keyword).toHaveLength(1)
  await index.apply([paper(2_000, 'Zebras', { keywords: ['zebra'], creators: [author('Ada Zuse')] })], false)

  const { keyword, author: authors, titles } = await index.complete('zeb')
  expect([keyword.length, authors.length, titles]).toEqual([1, 0, [2_000]])
  expect((await index.complete('zuse')).author).toHaveLength(1)
})

const author = (name: string) => ({ name, role: 'author' as const, affiliations: [] })

test('a library that was imported in one change suggests what it has become', async () => {
  const index = await openTermIndex({ folder: null, threads: 0 })
  const before = ['graphs', 'graph theory', 'graphene', 'granite']
  const first = Array.from({ length: 1_200 }, (_, at) =>
    paper(at + 1, 'x', { keywords: [before[at % 4] ?? ''] }),
  )
  await index.apply(
    first.map((change) => ({ ...change, change: 1 })),
    false,
  )
  expect((await index.complete('gra')).keyword).toHaveLength(before.length)

  const more = Array.from({ length: 2_000 }, (_, at) => paper(at + 2_000, 'x', { keywords: ['grammar'] }))
  await index.apply(
    more.map((change) => ({ ...change, change: 2 })),
    false,
  )
  const [best = 0] = (await index.complete('gra')).keyword[0] ?? []
  expect(index.values().keyword.labelOf(best)).toBe('grammar')
})

test('while the frequent values are being found, the values that came first stand in for them', () => {
  const writer = createWriter({ folder: null, merge_step_ms: 0 })
  const papers = [
    paper(1, 'Graphs of words', { keywords: ['graph theory'] }),
    paper(2, 'x', { keywords: ['trees'] }),
  ]
  const { added, removed, values, papers: count } = writer.apply(papers, false)
  if (!values) throw new Error('a writer beside whom others search tells them the values')
  const completer = createCompleter()
  completer.update({ added, removed, values, papers: count, merging: false })
  const { labelOf } = openValues(values).keyword

  const early = completer.complete('gra')
  expect([early.keyword.map(([number]) => labelOf(number)), early.titles]).toEqual([['graph theory'], []])
  while (completer.prepare(1));
  const ready = completer.complete('gra')
  expect([ready.keyword.map(([number]) => labelOf(number)), ready.titles]).toEqual([['graph theory'], [1]])
})
