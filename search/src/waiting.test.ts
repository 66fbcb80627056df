import { expect, test } from 'vitest'
import { openTermIndex } from './open-term-index.ts'
import { deletion, findSeqs, paper } from './testing/index-queries.ts'

test('a paper that changes or goes before it could be found is found as it was last', async () => {
  const index = await openTermIndex({ folder: null, threads: 0 })
  await index.apply([paper(1, 'machine translation'), paper(2, 'graph theory')], true)
  await index.apply([paper(1, 'shallow parsing'), paper(3, 'graph colouring')], true)
  await index.apply([deletion(2)], false)
  expect(await findSeqs(index, 'translation')).toEqual([])
  expect(await findSeqs(index, 'parsing')).toEqual([1])
  expect(await findSeqs(index, 'graph')).toEqual([3])
  expect(index.state()).toMatchObject({ papers: 2, segments: 1 })
  await index.close()
})

test('nothing is kept of papers that all went before they could be found', async () => {
  const index = await openTermIndex({ folder: null, threads: 0 })
  await index.apply([paper(1, 'machine translation')], true)
  await index.apply([deletion(1)], false)
  expect(await findSeqs(index, 'translation')).toEqual([])
  expect(index.state()).toMatchObject({ papers: 0, segments: 0 })
  await index.apply([paper(1, 'machine translation')], false)
  expect(await findSeqs(index, 'translation')).toEqual([1])
  await index.close()
})
