import { api } from '@scinav/contract'
import type { Block } from '@scinav/documents'
import { expect, test } from 'vitest'
import { parseReference } from '../../citation/reference-text/index.ts'
import { heading, line } from '../../testing/documents.ts'
import { addPapers } from '../../testing/papers.ts'
import { readingScene } from '../../testing/reading-scene.ts'

const study = [
  heading('Abstract'),
  line('Reading long papers is difficult, and existing tools lack the place of what they say.', 1, 80),
  heading('1 Introduction'),
  line('However, existing readers ignore the structure of a paper.', 1, 120),
  line('To the best of our knowledge, we are the first to tie every sentence to its place.', 1, 140),
  heading('2 Related Work'),
  line('Smith et al. propose a method that uses a corpus of 10,000 sentences.', 1, 160),
  heading('3 Method', 2),
  line('We propose a reader that uses cues and the section they stand in.', 2, 100),
  heading('4 Data', 2),
  line('We use a corpus of 1,200 papers with 30,000 sentences that we collected.', 2, 140),
  heading('5 Results', 3),
  line('Our results show that the reader outperforms the baseline by 12 percent.', 3, 100),
  heading('6 Limitations', 3),
  line('A limitation of our work is that it is limited to two languages.', 3, 140),
  heading('7 Conclusion', 4),
  line('In conclusion, we have shown that cues are enough for most papers.', 4, 100),
  heading('References', 5),
  { ...line('[1] We propose a limitation of results in conclusion.', 5, 100), type: 'reference' as const },
]

test('each aspect is told by the sentence of its section, with page, boxes and headings', async () => {
  const { ada, document } = await readingScene()
  const { document_id, text } = await document(study)

  const told = await ada.call(api.reading.aspects, { document_id })
  const first = (aspect: string) => told.aspects.find((each) => each.aspect === aspect)?.sentences[0]

  expect(told).toMatchObject({ engine: 'cues', model: null, of: 'full_text' })
  expect(told.notice).toContain('未配置语言模型')
  expect(first('method')?.quote).toBe('We propose a reader that uses cues and the section they stand in.')
  expect(first('data')?.quote).toContain('1,200 papers')
  expect(first('result')).toMatchObject({ page: 3, heading_path: ['5 Results'], boxes: [{ page: 3 }] })
  expect(first('limitation')?.quote).toContain('two languages')
  expect(first('conclusion')?.quote).toContain('In conclusion')
  expect(first('novelty')?.quote).toContain('we are the first')
  for (const { sentences } of told.aspects)
    for (const { quote, start, end } of sentences) expect(text.slice(start ?? 0, end ?? 0)).toBe(quote)
})

test('a Chinese text is told as well, and what it does not tell stays empty', async () => {
  const { ada, document } = await readingScene()
  const { document_id } = await document([
    heading('1 引言'),
    line('然而，现有的阅读工具缺乏对原文位置的标注，读者难以核对。'),
    heading('2 研究方法'),
    line('本文提出了一种基于章节与提示词的阅读方法。'),
    heading('3 结论'),
    line('综上所述，本文的方法能够帮助读者快速定位关键句子。'),
  ])

  const { aspects } = await ada.call(api.reading.aspects, { document_id, engine: 'cues' })
  const of = (aspect: string) =>
    aspects.find((each) => each.aspect === aspect)?.sentences.map(({ quote }) => quote)

  expect(of('method')).toEqual(['本文提出了一种基于章节与提示词的阅读方法。'])
  expect(of('conclusion')).toEqual(['综上所述，本文的方法能够帮助读者快速定位关键句子。'])
  expect(of('limitation')).toEqual([])
})

test('what a text says twice in the same words is told once, where it says it first', async () => {
  const { ada, document } = await readingScene()
  const again = 'We find that encapsulated cells keep ninety percent of their efficiency.'
  const { document_id } = await document([
    heading('3 Results'),
    line(again, 3),
    heading('4 Dry air', 4),
    line(again, 4),
  ])

  const { aspects } = await ada.call(api.reading.aspects, { document_id, engine: 'cues' })
  const results = aspects.find(({ aspect }) => aspect === 'result')?.sentences

  expect(results?.map(({ quote, page }) => [quote, page])).toEqual([[again, 3]])
})

test('a paper without a full text is told by its abstract, and that is said', async () => {
  const { app, ada } = await readingScene()
  const abstract =
    'Reading is difficult. We propose a new method for reading papers. Experiments show that it outperforms others.'
  const [paper_id = ''] = await addPapers(app.base, [{ title: 'A', abstract }])

  const told = await ada.call(api.reading.aspects, { paper_id })

  expect(told.of).toBe('abstract')
  expect(told.notice).toContain('摘要')
  expect(told.aspects.flatMap(({ sentences }) => sentences.map(({ page }) => page))).not.toContain(1)
})

test('several texts stand side by side, full texts and abstracts alike, and a strange one is refused', async () => {
  const { app, ada, document } = await readingScene()
  const bo = await app.signUp('Bob')
  const { document_id } = await document(study)
  const [paper_id = ''] = await addPapers(app.base, [
    {
      title: 'An abstract',
      abstract: 'We propose a new method for reading. Results show that it is good.',
    },
  ])
  const targets = [{ document_id }, { paper_id }]

  const table = await ada.call(api.reading.compare, { targets, aspects: ['method', 'limitation'] })

  expect(table.columns.map(({ name }) => name)).toEqual(['方法', '局限'])
  expect(table.rows.map(({ of, cells }) => [of, cells.map((cell) => cell !== null)])).toEqual([
    ['full_text', [true, true]],
    ['abstract', [true, false]],
  ])
  expect(await bo.refusal(api.reading.compare, { targets })).toMatchObject({ status: 404 })
})

test('figures and tables come with their captions, pages and cells', async () => {
  const { ada, document } = await readingScene()
  const rows = Array.from({ length: 900 }, (_, at) => [`${at}`, 'x', '<b>y</b>'])
  const table = (given: string[][]): Block => ({
    ...line(given.map((row) => row.join('\t')).join('\n')),
    type: 'table',
    rows: given,
  })
  const { document_id } = await document([
    { ...line('图片', 1), type: 'figure' },
    { ...line('Figure 1: The parts of a reader.', 1), type: 'caption' },
    { ...line('表 1 语料', 2), type: 'caption' },
    { ...table(rows), page: 2 },
    line('Between them.', 2),
    table([['a', 'b']]),
  ])

  const { list, next } = await ada.call(api.reading.figures, { document_id })
  const rest = await ada.call(api.reading.figures, { document_id, after: list[0]?.ordinal ?? -1, limit: 1 })

  expect(list.map(({ kind, caption, page, cut }) => [kind, caption, page, cut])).toEqual([
    ['figure', 'Figure 1: The parts of a reader.', 1, false],
    ['table', '表 1 语料', 2, true],
    ['table', null, 1, false],
  ])
  expect(list[1]?.rows).toHaveLength(666)
  expect(next).toBeNull()
  expect(rest).toMatchObject({ list: [{ caption: '表 1 语料' }], next: list[1]?.ordinal })
})

test.each([
  [
    '[1] VASWANI A, SHAZEER N, PARMAR N, et al. Attention is all you need[C]//Advances in NIPS. 2017: 5998-6008.',
    'Attention is all you need',
    2017,
  ],
  [
    '[3] 李四, 王五. 面向科技文献的阅读方法研究[J]. 情报学报, 2021, 40(3): 1-9.',
    '面向科技文献的阅读方法研究',
    2021,
  ],
  [
    'Devlin, J., Chang, M.-W., & Lee, K. (2019). BERT: Pre-training of deep bidirectional transformers. In NAACL.',
    'BERT: Pre-training of deep bidirectional transformers',
    2019,
  ],
  [
    '[7] J. Smith and A. Doe, “A reader of long papers,” IEEE Trans. Read., vol. 3, no. 1, pp. 1–9, 2020.',
    'A reader of long papers',
    2020,
  ],
])('%s', (text, title, year) => {
  expect(parseReference(text)).toMatchObject({ title, year })
})

test('references are found in the library by DOI, arXiv id or title, never by a title alone', async () => {
  const { app, ada, document } = await readingScene()
  const creators = [{ name: 'Ashish Vaswani', family: 'Vaswani', role: 'author', affiliations: [] }]
  const [a = '', b = '', c = ''] = await addPapers(app.base, [
    { title: 'Attention is all you need', creators, publish_date: '2017' },
    { title: 'A paper with a number', doi: '10.1000/xyz' },
    {
      title: 'Introduction to everything',
      creators: [{ ...creators[0], name: 'Eve Other', family: 'Other' }],
      publish_date: '1990',
    },
  ] as Parameters<typeof addPapers>[1])
  await app.base.db
    .insertInto('paper_keys')
    .values([
      { key: 'title:attentionisallyouneed', paper_id: a },
      { key: 'doi:10.1000/xyz', paper_id: b },
      { key: 'title:introductiontoeverything', paper_id: c },
    ])
    .execute()
  const entry = (text: string): Block => ({ ...line(text), type: 'reference' })
  const { document_id } = await document([
    entry('[1] Vaswani A, et al. Attention is all you need[C]//NIPS. 2017: 1-9.'),
    entry('[2] Somebody. Quite another title here. 2020. https://doi.org/10.1000/XYZ'),
    entry('[3] Nobody N. Introduction to everything. Press, 2015.'),
    entry(`[4] ${'A. '.repeat(4_000)}`),
  ])

  const { list, total } = await ada.call(api.reading.references, { document_id })

  expect(total).toBe(4)
  expect(list.map(({ paper, by }) => [paper?.id ?? null, by])).toEqual([
    [a, 'title'],
    [b, 'doi'],
    [null, null],
    [null, null],
  ])
})

test.each([
  [61, false],
  [201, true],
])(
  'a long text of %i blocks is said to be read in part only if a part was not read: %s',
  async (count, isCut) => {
    const { ada, document } = await readingScene()
    const filler = 'wave '.repeat(Math.ceil(610_000 / 5 / Math.min(count, 200)))
    const { document_id } = await document(Array.from({ length: count }, () => line(filler)))
    const { notice } = await ada.call(api.reading.aspects, { document_id, engine: 'cues' })
    expect(notice.includes('只读了前面')).toBe(isCut)
  },
)
