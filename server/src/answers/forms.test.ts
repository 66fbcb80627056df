import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask } from '../testing/answers.ts'

const WORKS = [
  ['Roofs that cool', '2016', 'We measure green roofs. Results show that green roofs cool cities by 2 K.'],
  [
    'Green roofs in rain',
    '2020',
    'We propose a model of green roofs. Experiments show that green roofs hold rain.',
  ],
  ['Green roofs and birds', '2023', 'We count birds on green roofs. We find that birds like green roofs.'],
].map(([title = '', publish_date = '', abstract = '']) => ({ title, publish_date, abstract, language: 'en' }))

test('a review keeps to the years of its form and is laid out year by year where that is wished', async () => {
  const { ctx, ids } = await answerScene(WORKS)
  const form = { period: '2019—2025', organise: '按时间' }
  const { text, citations, of } = await collectAnswer(
    ctx,
    createAnswerTask('green roofs 综述', { layout: 'review', form }),
  )
  expect(citations.map(({ paper_id }) => paper_id)).toEqual([ids[1], ids[2]])
  expect(text.match(/^### .*/gm)).toEqual(['### 2020', '### 2023'])
  expect(of('understood').at(-1)?.chips).toMatchObject([{ kind: 'year', value: '2019-2025' }])
})

test('a review by methods begins with them, and years that nobody can read are said to be left out', async () => {
  const { ctx } = await answerScene(WORKS)
  const form = { period: '改革开放以来', organise: '按方法' }
  const { text, of } = await collectAnswer(
    ctx,
    createAnswerTask('green roofs 综述', { layout: 'review', form }),
  )
  expect(text.match(/^### .*/gm)?.[0]).toBe('### Method')
  expect(of('status').map((each) => each.text)).toContain('没有读懂时间范围「改革开放以来」，没有按它筛选')
})

test('a comparison begins with the aspects of its form, and says which of them abstracts do not tell', async () => {
  const { ctx, ids } = await answerScene(WORKS)
  const scope = { paper_ids: ids, dataset_id: null, document_ids: [], engines: [] }
  const form = { aspects: '结果、局限、适用条件' }
  const { text } = await collectAnswer(
    ctx,
    createAnswerTask('对比这些论文', { layout: 'table', form, scope }),
  )
  expect(text).toContain('| 文献 | 结果 | 局限 | 问题 | 方法 | 数据 |')
  expect(text).toContain('摘要里辨认不出“适用条件”，没有列出。')
})
