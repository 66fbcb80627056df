import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask, NO_SCOPE } from '../../testing/answers.ts'
import { addPapers } from '../../testing/papers.ts'
import { contradicts } from '../verification/polarity.ts'
import { answerKeySpan } from './answer-key.ts'

const author = (name: string) => ({ name, role: 'author' as const, affiliations: [] })
const PAPERS = [
  {
    title: 'Livonian trees',
    abstract:
      'However, parsers of rare languages suffer from a lack of annotated trees. We propose a parser that copies the trees of a related language. We collected a corpus of 1,200 sentences of Livonian. Experiments show that it outperforms the baseline by 4 points.',
    creators: ['Anna Kalnins', 'Ben Liiv'].map(author),
    publish_date: '2021',
  },
  {
    title: 'Votic lemmas',
    abstract:
      'Lemmas of Votic are hard to find in running text. We present a lemmatiser that is trained on rules. Results show an accuracy of 91.5%. It still fails on compounds, which we leave for future work.',
    creators: [author('Carl Olm')],
    publish_date: '2022',
  },
]

async function library() {
  const { ctx, app } = await answerScene([])
  const ids = await addPapers(app.base, PAPERS)
  return { ctx, ids, app }
}
const chosen = (ids: string[], question: string, more = {}) =>
  createAnswerTask(question, { scope: { ...NO_SCOPE, paper_ids: ids }, ...more })

test('a chosen paper is laid out by aspect, and what its abstract does not say is said', async () => {
  const { ctx, ids } = await library()
  const { text, citations } = await collectAnswer(ctx, chosen(ids.slice(0, 1), '概括这篇文献'))
  expect(text).toMatchInlineSnapshot(`
    "摘要里的原句，按方面列出：

    **问题**

    - 「However, parsers of rare languages suffer from a lack of annotated trees.」[1]

    **方法**

    - 「We propose a parser that copies the trees of a related language.」[1]

    **数据**

    - 「We collected a corpus of 1,200 sentences of Livonian.」[1]

    **结果**

    - 「Experiments show that it outperforms the baseline by 4 points.」[1]

    摘要没有说明局限。
    "
  `)
  for (const { quote, start, end, n } of citations) {
    expect(text.slice(start, end)).toBe(`[${n}]`)
    expect(text.slice(0, start)).toContain(quote)
  }
})

test('one aspect that is asked for comes alone, and where it is not told that is the answer', async () => {
  const { ctx, ids } = await library()
  const data = await collectAnswer(ctx, chosen(ids.slice(0, 1), '它用了哪些数据？'))
  expect(data.citations.map(({ quote }) => quote)).toEqual([
    'We collected a corpus of 1,200 sentences of Livonian.',
  ])
  const limits = await collectAnswer(ctx, chosen(ids.slice(0, 1), '这篇论文有哪些局限？'))
  expect(limits.text).toBe('摘要没有说明局限。\n')
  expect(limits.of('suggestions')[0]?.questions).toContain('这篇文献得到了什么结果？')
  // What is suggested is read as what it asks for.
  for (const question of limits.of('suggestions')[0]?.questions ?? [])
    expect((await collectAnswer(ctx, chosen(ids.slice(0, 1), question))).citations, question).not.toEqual([])
})

test('where nothing tells what was asked, what comes nearest is shown as that; limits are never guessed', async () => {
  const { ctx, ids } = await library()
  const near = await collectAnswer(ctx, chosen(ids.slice(1), '它用了什么数据？'))
  expect(near.text).toMatch(/^摘要没有专门说明数据，最接近的是这一句：|^摘要没有说明数据/)
  const { text, citations } = await collectAnswer(ctx, chosen(ids.slice(0, 1), 'What are its limitations?'))
  expect(text).toBe('The abstract does not state: limitations.\n')
  expect(citations).toEqual([])
})

test('two chosen papers stand in a table, a cell for each aspect', async () => {
  const { ctx, ids } = await library()
  const { text } = await collectAnswer(ctx, chosen(ids, '这两篇论文的数据和局限有什么不同？'))
  expect(text).toMatchInlineSnapshot(`
    "2 篇文献摘要里的原句，按方面对照：

    | 文献 | 数据 | 局限 |
    | --- | --- | --- |
    | 《Livonian trees》（Anna Kalnins 等, 2021） | 「We collected a corpus of 1,200 sentences of Livonian.」[1] | 摘要没有说明 |
    | 《Votic lemmas》（Carl Olm, 2022） | 摘要没有说明 | 「It still fails on compounds, which we leave for future work.」[2] |
    "
  `)
})

test('what a chosen paper does not answer is said, and what it says is laid out', async () => {
  const { ctx, ids } = await library()
  const { text, citations } = await collectAnswer(
    ctx,
    chosen(ids.slice(1), 'How many GPUs did the authors train on?'),
  )
  expect(text).toMatch(/^The abstract does not directly answer this question/)
  expect(citations.length).toBeGreaterThan(2)
})

test('a review without a model lays out the papers that were found by aspect', async () => {
  const { ctx } = await library()
  const { text } = await collectAnswer(
    ctx,
    createAnswerTask('A literature review of parsers of rare languages', { layout: 'review' }),
  )
  expect(text).toContain('### Problem')
  expect(text).toContain('- Anna Kalnins et al., 2021: “However, parsers of rare languages suffer')
})

test('a summary that the site wrote is never quoted as the paper’s own words, and the answer says whose they are', async () => {
  const { ctx, app } = await answerScene([])
  const [own = '', ours = ''] = await addPapers(app.base, [
    PAPERS[0] ?? '',
    { ...PAPERS[1], abstract_by: 'site' },
  ])
  const asked = [
    '这两篇论文的方法和结果有什么不同？',
    '概括这两篇文献',
    'What accuracy does the Votic lemmatiser reach?',
  ]
  for (const question of asked) {
    const { text, citations } = await collectAnswer(ctx, chosen([own, ours], question))
    const site = citations.filter(({ paper_id }) => paper_id === ours)
    expect(site.length).toBeGreaterThan(0)
    for (const { quote, by_site, start } of site) {
      expect(by_site).toBe(true)
      expect(text).not.toContain(`「${quote}`)
      expect(text).not.toContain(`“${quote}`)
      expect(text.slice(0, start)).toMatch(/（本站提要）$| \(our summary\)$/)
    }
    expect(text).toMatch(/不是文献原文|not from the works themselves/)
    for (const { by_site } of citations.filter(({ paper_id }) => paper_id === own))
      expect(by_site).toBeUndefined()
  }
})

test('a paper without an abstract is shown by its title, and that is said', async () => {
  const { ctx, app } = await library()
  const [id = ''] = await addPapers(app.base, [{ title: 'Notes on Ingrian', abstract: '' }])
  const { text } = await collectAnswer(ctx, chosen([id], '概括这篇文献'))
  expect(text).toContain('没有摘要，只有题名')
  expect(text).toContain('Notes on Ingrian')
})

test('a number that is asked for is the key of its quote', async () => {
  const { ctx } = await library()
  const { citations, text } = await collectAnswer(
    ctx,
    createAnswerTask('What accuracy does the Votic lemmatiser reach?'),
  )
  const [first] = citations
  expect(first?.quote.slice(first.key?.start, first.key?.end)).toBe('91.5%')
  expect(text).toContain('**Results · direct answer**: “Results show an accuracy of 91.5%.”[1]')
})

test.each([
  ['We trained GPT-3 on 300 documents for 12 hours.', 'number', 'How many hours was it trained?', '12 hours'],
  ['In 2019 we annotated 1,200 comments.', 'number', 'How many comments were annotated?', '1,200'],
  ['It was built in 2019.', 'number', 'In which year was it built?', '2019'],
  [
    'A treebank is a corpus with trees, often by hand.',
    'definition',
    'What is a treebank?',
    'corpus with trees',
  ],
  ['错误多由于标注不一致，其余是笔误。', 'cause', '为什么会出错？', '标注不一致'],
  ['We trained GPT-3.', 'number', 'How many hours?', undefined],
] as const)('in %s the key is found', (quote, type, question, key) => {
  const found = answerKeySpan(quote, type, question)
  expect(found && quote.slice(found.start, found.end)).toBe(key)
})

test('a sentence that denies the effect another one reports says otherwise; one about something else does not', () => {
  const one = 'Pretraining improves parsing accuracy of rare languages.'
  expect(contradicts(one, 'Pretraining does not improve parsing accuracy of rare languages.')).toBe(true)
  expect(contradicts(one, 'Pretraining improves parsing accuracy by 3 points.')).toBe(false)
  expect(contradicts(one, 'Tokenisation does not affect the speed of printing.')).toBe(false)
})
