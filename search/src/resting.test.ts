import { expect, test } from 'vitest'
import { newFolder } from '../../server/src/testing/new-folder.ts'
import { createWriter } from './index/writer.ts'
import { openTermIndex } from './open-term-index.ts'
import { deletion, findSeqs, paper, searchIndex } from './testing/index-queries.ts'

test('who opens the index after somebody only wrote it finds everything as it was last', async () => {
  const folder = newFolder()
  const writing = await openTermIndex({ folder, threads: 'only to write' })
  await writing.apply([paper(1, 'machine translation'), paper(2, 'graph theory')], false)
  await writing.apply([paper(2, 'graph colouring'), paper(3, 'shallow parsing')], false)
  await writing.apply([deletion(1)], false)
  expect(writing.state()).toMatchObject({ papers: 2, segments: 2 })
  await writing.close()
  const index = await openTermIndex({ folder, threads: 0 })
  expect(await findSeqs(index, 'translation')).toEqual([])
  expect(await findSeqs(index, 'graph')).toEqual([2])
  expect(await findSeqs(index, 'theory')).toEqual([])
  expect(await findSeqs(index, 'parsing')).toEqual([3])
  expect(index.state().papers).toBe(2)
  await index.close()
})

test('segments that rest in their files are merged when they are many, and no paper is lost', async () => {
  const folder = newFolder()
  const writer = createWriter({ folder, merge_step_ms: 0, write_only: true })
  await writer.load()
  for (let seq = 1; seq <= 40; seq += 1) {
    const changed = seq > 10 ? [paper(seq - 10, `second edition number ${seq - 10}`)] : []
    let { unfinished, added } = writer.apply([paper(seq, `first edition number ${seq}`), ...changed], false)
    expect(added).toEqual([])
    while (unfinished) unfinished = writer.merge().unfinished
  }
  expect(writer.save()).toMatchObject({
    papers: 40,
    segments: expect.toSatisfy((count: number) => count < 30),
  })
  const index = await openTermIndex({ folder, threads: 0 })
  expect(index.state().papers).toBe(40)
  expect((await searchIndex(index, 'first edition')).total).toBe(10)
  expect(await findSeqs(index, '"second edition number 7"')).toEqual([7])
  await index.close()
})
