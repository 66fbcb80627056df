import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { PassageEngine } from './engine.ts'
import { createPassageEngine, openEngine, openPassages } from './open-engine.ts'
import { deletion } from './testing/index-queries.ts'
import { createOracle } from './testing/oracle.ts'
import { passage } from './testing/passages.ts'

const closings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

function closing<Opened extends { close: () => Promise<void> }>(opened: Opened): Opened {
  closings.push(opened.close)
  return opened
}

const engines: [name: string, open: () => Promise<PassageEngine>][] = [
  ['in this thread', () => openPassages({ folder: null, threads: 0 })],
  ['in threads', () => openPassages({ folder: null, threads: 1 })],
  ['by reading every passage', async () => createPassageEngine(createOracle('passages'))],
]

const passages = [
  passage(1, 'Beam search keeps the best hypotheses.', { headings: ['Decoding', 'Search'] }),
  passage(2, 'Beam search is used here, too.', { dataset_id: 'd2', document_id: 'x2' }),
  passage(3, '束搜索保留得分最高的假设。', { document_id: 'x3', headings: ['解码'], language: 'zh' }),
]

test.each(engines)('passages are found only in the datasets that may be read, %s', async (_, open) => {
  const engine = closing(await open())
  await engine.apply(passages, false)
  const found = async (query: string, dataset_ids: string[], document_ids?: string[]) => {
    const filters = { dataset_ids, document_ids }
    const { hits, total } = await engine.search({ query, size: 10, filters })
    expect(hits).toHaveLength(total)
    return hits.map(({ seq }) => seq).toSorted()
  }
  expect(await found('beam search', ['d1'])).toEqual([1])
  expect(await found('beam search', ['d1', 'd2'])).toEqual([1, 2])
  expect(await found('beam search', ['d1', 'd2'], ['x2'])).toEqual([2])
  expect(await found('束搜索', ['d1'])).toEqual([3])
  expect(await found('decoding', ['d1'])).toEqual([1])
  expect(await found('beam search', [])).toEqual([])
  expect(await found('beam search', ['d3'])).toEqual([])
  // Ids are no words, and whoever names no dataset may read none.
  expect(await found('d1', ['d1'])).toEqual([])
  expect((await engine.search({ query: 'beam', size: 10 })).total).toBe(0)
})

test.each(engines)('what passages say is found within the same datasets, %s', async (_, open) => {
  const engine = closing(await open())
  await engine.apply(passages, false)
  const papers = closing(await openEngine({ folder: null, threads: 0 }))
  const concepts = await papers.concepts('beam search', [
    await engine.countWithin({ dataset_ids: ['d1', 'd2'] }),
  ])
  const saying = (dataset_ids: string[]) =>
    engine.findByConcepts(concepts, { share: 0.5, among: null, limit: 10, filters: { dataset_ids } })
  expect((await saying(['d2'])).map(({ seq }) => seq)).toEqual([2])
  expect(await saying([])).toEqual([])
})

test.each(engines)('how rare a word is tells nothing of what may not be read, %s', async (_, open) => {
  const engine = closing(await open())
  await engine.apply([...passages, passage(4, 'Zephyrine keeps.', { dataset_id: 'd2' })], false)
  const papers = closing(await openEngine({ folder: null, threads: 0 }))
  const weighed = async (query: string, dataset_ids: string[]) =>
    (await papers.concepts(query, [await engine.countWithin({ dataset_ids })])).list.map(
      ({ weight, papers }) => ({
        weight,
        papers,
      }),
    )
  expect(await weighed('hypotheses zephyrine', ['d1'])).toEqual(
    await weighed('hypotheses quagmirish', ['d1']),
  )
  const [, seen] = await weighed('hypotheses zephyrine', ['d1', 'd2'])
  expect(seen?.papers).toBe(1)
})

test('a passage that moves or goes is found where it is', async () => {
  const engine = closing(await openPassages({ folder: null, threads: 0 }))
  await engine.apply(passages, false)
  const moved = passage(1, 'Beam search keeps the best hypotheses.', { dataset_id: 'd2' })
  await engine.apply([{ ...moved, change: 4 }, deletion(2)], false)
  const found = async (dataset_id: string) =>
    (await engine.search({ query: 'beam', size: 10, filters: { dataset_ids: [dataset_id] } })).hits
  expect(await found('d1')).toEqual([])
  expect((await found('d2')).map(({ seq }) => seq)).toEqual([1])
})

test('an index of papers is not taken for one of passages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-passages-'))
  try {
    const written = await openPassages({ folder, threads: 0 })
    await written.apply(passages, false)
    await written.save()
    await written.close()
    const again = await openPassages({ folder, threads: 0 })
    expect(again.state()).toMatchObject({ papers: 3, change: 3 })
    await again.close()
    const papers = await openEngine({ folder, threads: 0 })
    expect(papers.state()).toMatchObject({ papers: 0, change: 0 })
    await papers.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
