import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SearchEngine } from './engine.ts'
import type { IndexChange } from './index/document.ts'
import { openEngine } from './open-engine.ts'
import { createRandom } from './testing/random.ts'
import { randomBatches, SAMPLE_CHINESE, SAMPLE_WORDS } from './testing/random-library.ts'
import { sampleInGate } from './testing/sample-in-gate.ts'

const QUERY_COUNT = sampleInGate(60)

const inMemory = () => openEngine({ folder: null, threads: 0 })

async function atOnce(papers: IndexChange[]): Promise<SearchEngine> {
  const engine = await inMemory()
  await engine.apply(papers, false)
  return engine
}

async function oneByOne(papers: IndexChange[]): Promise<SearchEngine> {
  const engine = await inMemory()
  for (const each of papers) await engine.apply([each], false)
  return engine
}

/** The longest first, in batches that have hardly anything in common. */
async function sorted(papers: IndexChange[]): Promise<SearchEngine> {
  const engine = await inMemory()
  const length = ({ record }: IndexChange) => record?.length ?? 0
  const ordered = papers.toSorted((a, b) => length(b) - length(a))
  for (let at = 0; at < ordered.length; at += 9) await engine.apply(ordered.slice(at, at + 9), false)
  return engine
}

/** In two sittings, from files. */
async function reopened(papers: IndexChange[]): Promise<SearchEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-imports-'))
  const first = await openEngine({ folder, threads: 0 })
  await first.apply(papers.slice(0, papers.length / 3), false)
  await first.save()
  await first.close()
  const engine = await openEngine({ folder, threads: 0 })
  await engine.apply(papers.slice(papers.length / 3), false)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return engine
}

test('the same papers rank the same however they were imported', async () => {
  const random = createRandom(4)
  const all = Array.from({ length: 4 }, () => randomBatches(random, true).flat()).flat()
  const papers = all.map((each, at) => ({ ...each, seq: at + 1 }))
  const engines = await Promise.all([atOnce, oneByOne, sorted, reopened].map((way) => way(papers)))
  const queries = Array.from({ length: QUERY_COUNT }, () =>
    random
      .some(1, 8, () => (random.once(4) ? random.pick(SAMPLE_CHINESE) : random.pick(SAMPLE_WORDS)))
      .join(' '),
  )
  const ranks = async (engine: SearchEngine, query: string) => {
    const { hits, total, partial } = await engine.search({ query, size: 40, fallback: true })
    return { query, total, partial, hits }
  }
  for (const query of queries) {
    const [first, ...others] = await Promise.all(engines.map((engine) => ranks(engine, query)))
    for (const other of others) expect(other).toEqual(first)
  }
  await Promise.all(engines.map((engine) => engine.close()))
})
