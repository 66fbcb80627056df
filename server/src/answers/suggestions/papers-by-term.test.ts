import { expect, test } from 'vitest'
import { answerScene } from '../../testing/answers.ts'
import { findPapersByTerm } from './papers-by-term.ts'

const PAPERS = [
  { title: 'Attention mechanism for translation', abstract: 'An attention mechanism aligns words.' },
  { title: 'Sparse attention mechanism', abstract: 'An attention mechanism for long texts.' },
  { title: 'Computational complexity of proofs', abstract: 'Proofs are hard to find.' },
  { title: 'On the growth of wheat', abstract: 'Wheat grows.' },
]
const said = ({ parts }: Awaited<ReturnType<typeof findPapersByTerm>>) =>
  parts.map(({ words, total, papers }) => [words, total, papers.map(({ title }) => title).toSorted()])

test('the single things that a question is about are found, in the order in which they were asked', async () => {
  const { ctx } = await answerScene(PAPERS)
  const found = await findPapersByTerm(ctx, {
    question: 'How is the computational complexity of an attention mechanism reduced?',
  })
  expect(found.library).toBe(4)
  expect(said(found)).toEqual([
    ['computational complexity', 1, ['Computational complexity of proofs']],
    ['attention mechanism', 2, ['Attention mechanism for translation', 'Sparse attention mechanism']],
  ])
})

test('a question in Chinese leads to papers in English', async () => {
  const { ctx } = await answerScene(PAPERS)
  expect(
    said(await findPapersByTerm(ctx, { question: '注意力机制的计算复杂度怎么降低？' }))[0]?.slice(0, 2),
  ).toEqual(['注意力机制', 2])
})

test('what only asks, and what nobody here says, is no part', async () => {
  const { ctx } = await answerScene(PAPERS)
  expect((await findPapersByTerm(ctx, { question: '有哪些方法可以用？' })).parts).toEqual([])
  expect((await findPapersByTerm(ctx, { question: '量子色动力学的渐近自由' })).parts).toEqual([])
})

test('a plain word or a number is no part: it leads anywhere', async () => {
  const { ctx } = await answerScene([...PAPERS, { title: 'Term weight' }, { title: 'Five problems' }])
  const asked = [
    'Problems of 5 cells',
    '5 % of the growth problems are due to low weight',
    '睡眠不足对记忆的影响',
  ]
  for (const question of asked) expect((await findPapersByTerm(ctx, { question })).parts).toEqual([])
})

test('words of a longer one that stand apart are not what was asked', async () => {
  const abstract = '这种药物在动物实验中的作用机制由多个实验室先后独立发现。'
  const { ctx } = await answerScene([...PAPERS, { title: '一种制剂', abstract, language: 'zh' }])
  expect((await findPapersByTerm(ctx, { question: '药物发现的流程' })).parts).toEqual([])
  const { ctx: other } = await answerScene([
    { title: '一种制剂', abstract, language: 'zh' },
    { title: '药物发现概论' },
  ])
  expect(said(await findPapersByTerm(other, { question: '药物发现的流程' }))).toEqual([
    ['药物发现', 1, ['药物发现概论']],
  ])
})

test('the longest text is read at its beginning', async () => {
  const { ctx } = await answerScene(PAPERS)
  const question = `attention mechanism ${'wheat '.repeat(660)}`
  expect((await findPapersByTerm(ctx, { question })).parts.map(({ words }) => words)).toContain(
    'attention mechanism',
  )
})
