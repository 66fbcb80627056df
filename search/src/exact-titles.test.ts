import { expect, test } from 'vitest'
import { openEngine } from './open-engine.ts'
import { paper } from './testing/index-queries.ts'

const ABSTRACT = 'you need all attention, attention is what you need, all of it'
const PAPERS = [
  paper(1, 'Attention Is All You Need'),
  paper(2, '注意力机制：综述与展望'),
  paper(3, 'To be or not to be'),
  paper(4, 'C++'),
  ...Array.from({ length: 12 }, (_, at) =>
    paper(10 + at, `You need attention (${at})`, { abstract: ABSTRACT }),
  ),
  ...Array.from({ length: 12 }, (_, at) =>
    paper(30 + at, `注意力机制的注意力机制 ${at}`, { abstract: '注意力机制综述，注意力机制展望' }),
  ),
]

async function first(query: string) {
  const engine = await openEngine({ folder: null, threads: 0 })
  await engine.apply(PAPERS, false)
  const { hits } = await engine.search({ query, size: 3, fallback: true })
  await engine.close()
  return hits[0]?.seq
}

test.each([
  ['attention is all you need', 1],
  ['"Attention is all you need."', 1],
  ['ATTENTION IS ALL YOU NEED', 1],
  ['attention - is all (you) need?', 1],
  ['注意力機制:綜述與展望', 2],
  ['《注意力机制 综述与展望》', 2],
  ['to be or not to be', 3],
])('who writes the title %s finds its paper first', async (query, seq) => {
  expect(await first(query)).toBe(seq)
})
