import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../server/src/testing/new-folder.ts'
import { openTermIndex } from './open-term-index.ts'
import type { TermIndex } from './planning/term-index.ts'
import { deletion, findSeqs, paper, searchIndex } from './testing/index-queries.ts'
import { listAuthors, threePapers } from './testing/three-papers.ts'

/** Merges until few segments are left. */
async function merged(index: TermIndex, most: number): Promise<void> {
  while (index.state().segments > most) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** Starts the threads of an index in memory once for several tests; each test begins with it empty. */
function shareIndex(threads: number): () => Promise<TermIndex> {
  let index: TermIndex
  beforeAll(async () => {
    index = await openTermIndex({ folder: null, threads })
  })
  afterAll(() => index.close())
  return async () => {
    await index.reset()
    return index
  }
}

describe.each([0, 2])('an index with %i threads for searching', (threads) => {
  const emptyIndex = shareIndex(threads)

  test('finds papers by their words, Chinese or English, and by author, as soon as they are told', async () => {
    const index = await emptyIndex()
    await index.apply(threePapers(), false)
    expect(await findSeqs(index, 'machine translation')).toEqual([1])
    expect(await findSeqs(index, '深度学习')).toEqual([2])
    expect(await findSeqs(index, 'AU:"LeCun, Yann"')).toEqual([1])
    expect(await findSeqs(index, '"survey of graphs"')).toEqual([3])
    expect(await findSeqs(index, 'PY:2021 NOT graph')).toEqual([2])
    expect(index.state()).toMatchObject({ papers: 3, segments: 1 })
  })

  test('counts the years, authors and keywords of what it finds', async () => {
    const index = await emptyIndex()
    await index.apply(threePapers(), false)
    const { facets, total } = await searchIndex(index, 'PY>=1', {
      facets: ['year', 'author', 'keyword', 'is_oa'],
    })
    const { author, keyword } = index.values()
    expect(total).toBe(3)
    expect(facets.year?.counts).toEqual([
      [2021, 2],
      [2019, 1],
    ])
    expect(facets.author?.counts.map(([value, count]) => [author.labelOf(value), count])).toEqual([
      ['Yann LeCun', 1],
    ])
    expect(facets.keyword?.counts.map(([value]) => keyword.labelOf(value))).toEqual([
      'translation',
      '图像分割',
    ])
    expect(facets.is_oa?.counts).toEqual([
      [0, 2],
      [1, 1],
    ])
  })

  test('forgets what a paper said before it changed, and papers that are gone', async () => {
    const index = await emptyIndex()
    await index.apply(threePapers(), false)
    await index.apply([paper(1, 'Shallow parsing'), deletion(3)], false)
    expect(await findSeqs(index, 'translation')).toEqual([])
    expect(await findSeqs(index, 'shallow')).toEqual([1])
    expect(await findSeqs(index, 'graph')).toEqual([])
    expect(index.state().papers).toBe(2)
  })

  test('keeps every paper and its latest words while segments become one', async () => {
    const index = await emptyIndex()
    for (let seq = 1; seq <= 40; seq += 1) {
      const changed = seq > 10 ? [paper(seq - 10, `second edition number ${seq - 10}`)] : []
      await index.apply([paper(seq, `first edition number ${seq}`), ...changed], false)
    }
    await merged(index, 15)
    expect((await searchIndex(index, 'first edition')).total).toBe(10)
    expect((await searchIndex(index, 'second edition')).total).toBe(30)
    expect(await findSeqs(index, '"edition number 7"')).toEqual([7])
    expect(index.state().papers).toBe(40)
  })
})

describe.each([0, 2])('an index with %i threads for searching, told of changes', (threads) => {
  const emptyIndex = shareIndex(threads)

  test('tells of papers only when the last of them is there if more are coming', async () => {
    const index = await emptyIndex()
    const [first, second, third] = threePapers()
    await index.apply([first, second], true)
    expect(await findSeqs(index, 'translation')).toEqual([])
    expect(index.state()).toMatchObject({ papers: 0, change: 0 })
    await index.apply([third], false)
    expect(await findSeqs(index, 'translation')).toEqual([1])
    expect(index.state()).toMatchObject({ papers: 3, change: third.change })
  })

  test('tells of papers at once when it hears that no more are coming', async () => {
    const index = await emptyIndex()
    const changes = threePapers()
    await index.apply(changes, true)
    await index.apply([], false)
    expect(await findSeqs(index, 'translation')).toEqual([1])
    expect(index.state()).toMatchObject({ papers: 3, change: changes[2].change })
  })
})

describe.each([0, 2])('an index with %i threads for searching, asked for something else', (threads) => {
  const emptyIndex = shareIndex(threads)

  test('begins anew when it is told to forget', async () => {
    const index = await openTermIndex({ folder: newFolder(), threads })
    await index.apply(threePapers(), false)
    await index.reset()
    expect(index.state()).toEqual({ papers: 0, change: 0, segments: 0, bytes: 0 })
    expect(await findSeqs(index, 'translation')).toEqual([])
    await index.apply(threePapers(), false)
    expect(await findSeqs(index, 'translation')).toEqual([1])
    expect(listAuthors(index)).toEqual(['Yann LeCun'])
    await index.close()
  })

  test('suggests words that begin or look like one, the most frequent first', async () => {
    const index = await emptyIndex()
    await index.apply(threePapers(), false)
    expect(await index.wordsWith('gra', 5)).toEqual([
      { word: 'graph', papers: 1 },
      { word: 'graphs', papers: 1 },
    ])
    expect((await index.wordsLike('tranlsation', 5)).map(({ word }) => word)).toContain('translation')
  })

  test('says what went wrong instead of waiting when it is asked after its end', async () => {
    const index = await openTermIndex({ folder: null, threads })
    await index.close()
    await expect(searchIndex(index, 'anything')).rejects.toThrow('closed')
    await expect(index.apply(threePapers(), false)).rejects.toThrow('closed')
  })
})
