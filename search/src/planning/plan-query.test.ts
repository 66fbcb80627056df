import { expect, test } from 'vitest'
import { openEngine } from '../open-engine.ts'
import { paper } from '../testing/index-queries.ts'

// Where scores are equal the newer paper comes first: what is expected to win is always the older one.

async function found(query: string, papers: ReturnType<typeof paper>[]): Promise<number[]> {
  const engine = await openEngine({ folder: null, threads: 0 })
  await engine.apply(papers, false)
  const { hits } = await engine.search({ query, size: 10, fallback: true })
  await engine.close()
  return hits.map(({ seq }) => seq)
}

test('a paper that has all words as they were written comes before one that says other forms of them more often', async () => {
  const abstract = 'parsers, translated and so on, many were aligned'
  const others =
    'parser parsers parse, translation translates translated translation, aligning alignments align'
  const papers = [paper(1, 'Some work', { abstract }), paper(2, 'Some work', { abstract: others })]

  expect(await found('parsers translated aligned', papers)).toEqual([1, 2])
})

test('a paper whose title has all words comes before one that has some there and says the others often', async () => {
  // As long as abstracts are: in a short one a word would count for more.
  const abstract = `sparse, sparse, sparse, lattice, lattice ${'and other things that go beside '.repeat(25)}`
  const papers = [
    paper(
      1,
      'A long account of how to make sparse things with a lattice in many lands and for many people',
      {},
    ),
    paper(2, 'A lattice of some kind', { abstract }),
  ]

  expect(await found('sparse lattice', papers)).toEqual([1, 2])
})

test('an author of the paper stands for a word of its title', async () => {
  const papers = [
    paper(1, 'A long account of how to make a lattice in many lands', {
      creators: [{ name: 'Ann Miller', role: 'author', affiliations: [] }],
    }),
    paper(2, 'Lattice', { abstract: 'miller lattice miller lattice miller lattice' }),
  ]

  expect(await found('miller lattice', papers)).toEqual([1, 2])
})
