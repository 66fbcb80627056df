import { api, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { referenceScene } from '../../testing/reference-scene.ts'

const by = (...names: [string, string?][]): Work['creators'] =>
  names.map(([name, family]) => ({ name, ...(family && { family }), role: 'author', affiliations: [] }))

const LIBRARY: Partial<Work>[] = [
  {
    title: 'Deep learning',
    creators: by(['Yann LeCun', 'LeCun'], ['Yoshua Bengio', 'Bengio'], ['Geoffrey Hinton', 'Hinton']),
    publish_date: '2015',
    basic_sourcename: 'Nature',
    basic_source_vo: '521',
    basic_source_no: '7553',
    basic_page: '436-444',
    doi: '10.1038/nature14539',
  },
  {
    title: 'Attention is all you need',
    creators: by(['Ashish Vaswani', 'Vaswani'], ['Noam Shazeer', 'Shazeer'], ['Niki Parmar', 'Parmar']),
    publish_date: '2017',
    resource_type: 5,
  },
  {
    title: '固态电解质的界面稳定性研究',
    creators: by(['王伟'], ['李娜'], ['张强']),
    publish_date: '2021',
    basic_sourcename: '物理学报',
    basic_source_vo: '70',
    basic_source_no: '3',
    basic_page: '28-35',
    language: 'zh',
  },
  {
    title: 'A retracted study of cells',
    creators: by(['Eve Other', 'Other']),
    publish_date: '2010',
    status: 'retracted',
  },
  {
    title: 'On the ordering of names',
    creators: by(['Hua Wang', 'Wang'], ['Yan Li', 'Li'], ['Jun Wang', 'Wang']),
    publish_date: '2020',
    basic_sourcename: 'Letters',
    basic_source_vo: 's2-42',
    basic_page: '5-9',
  },
  {
    title: '中国古代建筑史',
    creators: by(['王大明']),
    publish_date: '1996',
    resource_type: 2,
    language: 'zh',
  },
]

const fieldsOf = (checked: { fields: { field: string }[] } | undefined) =>
  checked?.fields.map(({ field }) => field)

test.each([
  ['GB/T 7714', '[1] LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2015, 521(7553): 436-444.'],
  [
    'APA',
    'LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 521(7553), 436–444. https://doi.org/10.1038/nature14539',
  ],
  [
    'IEEE',
    '[3] Y. LeCun, Y. Bengio, and G. Hinton, "Deep learning," Nature, vol. 521, no. 7553, pp. 436-444, 2015.',
  ],
  ['et al.', 'LeCun Y, et al. Deep learning[J]. Nature, 2015.'],
])('a reference as %s prints it is found, and nothing is held against it', async (_, text) => {
  const { check, ids } = await referenceScene(LIBRARY)
  const [checked] = await check(text)
  expect(checked).toMatchObject({ status: 'found', paper: { id: ids[0] }, fields: [] })
})

test('what a scan has misread is no difference', async () => {
  const { check, ids } = await referenceScene(LIBRARY)
  const [checked] = await check('Vaswani A, Shazeer N, Parrnar N. Attent1on is all you need[C]. 2017.')
  expect(checked).toMatchObject({ status: 'found', paper: { id: ids[1] }, fields: [] })
})

test('a Chinese reference is found by its title, over the end of a line and with 等', async () => {
  const { check, ids } = await referenceScene(LIBRARY)
  const list = await check(
    '王伟, 李娜, 张强. 固态电解质的界面稳定性研究[J]. 物理学报, 2021, 70(3): 28-35.',
    '[2] 王伟，等．固态电解质的界面稳定性研究［J］．物理学报，2021，70（3）：28-35．',
  )
  expect(list.map(({ status, paper }) => [status, paper?.id])).toEqual([
    ['found', ids[2]],
    ['found', ids[2]],
  ])
})

test('words hyphenated at ends of lines and LaTeX commands are no differences', async () => {
  const { check, ids } = await referenceScene(LIBRARY)
  const list = await check(
    'Vaswani A, Shazeer N, Par- mar N. Atten- tion is a11 you need[C]. 2017.',
    '\\bibitem{lecun} Y. LeCun, Y. Bengio, and G. Hinton. \\newblock Deep learning. \\newblock \\emph{Nature}, \\textbf{521}:436--444, 2015.',
  )
  expect(list.map(({ status, paper, fields }) => [status, paper?.id, fields])).toEqual([
    ['found', ids[1], []],
    ['found', ids[0], []],
  ])
})

test.each([
  ['year', 'LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2013, 521(7553): 436-444.'],
  ['authors', 'Krizhevsky A, Sutskever I. Deep learning[J]. Nature, 2015, 521(7553): 436-444.'],
  ['authors', 'Bengio Y, LeCun Y, Hinton G. Deep learning[J]. Nature, 2015, 521(7553): 436-444.'],
  ['pages', 'LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2015, 521(7553): 536-544.'],
  ['volume', 'LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2015, 52(7553): 436-444.'],
  ['title', 'Vaswani A, Shazeer N, Parmar N. Memory is all you need[C]. 2017.'],
  ['title', '王伟, 李娜, 张强. 固态电解质的表面稳定性研究[J]. 物理学报, 2021, 70(3): 28-35.'],
  ['doi', 'LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2015. DOI: 10.1000/another.'],
])('another %s is named, with what stands on both sides', async (field, text) => {
  const { check } = await referenceScene(LIBRARY)
  const [checked] = await check(text)
  expect([checked?.status, fieldsOf(checked)]).toEqual(['differs', [field]])
  expect(checked?.fields[0]).toMatchObject({
    given: expect.stringMatching(/./),
    found: expect.stringMatching(/./),
  })
})

test('authors of one name, a scanned et al., and a volume of a series are no differences', async () => {
  const { check } = await referenceScene(LIBRARY)
  const list = await check(
    'Wang H, Li Y, Wang J. On the ordering of names[J]. Letters, 2020, 42(1): 5-9.',
    'Wang, Hua, et a1. On the ordering of names. Letters, 2020.',
    'Wang J, Li Y, Chen K. On the ordering of names[J]. Letters, 2020.',
  )
  expect(list.map((each) => [each.status, fieldsOf(each)])).toEqual([
    ['found', []],
    ['found', []],
    ['differs', ['authors']],
  ])
})

test('a year of a title or of a standard’s number hides no wrong one', async () => {
  const { base, check } = await referenceScene(LIBRARY)
  await addPapers(base, [
    { title: 'SemEval-2024 Task 2: safe inference for trials', publish_date: '2024' },
    {
      title: '信息安全技术 个人信息安全规范',
      publish_date: '2020',
      isbn: 'GB/T 35273-2020',
      resource_type: 6,
    },
  ])
  const list = await check(
    'SemEval-2024 Task 2: safe inference for trials[C]. 2024.',
    'SemEval-2024 Task 2: safe inference for trials[C]. 2027.',
    '信息安全技术 个人信息安全规范: GB/T 35273-2020[S]. 2023.',
    '信息安全技术 个人信息安全规范: GB/T 35273-2020[S].',
  )
  expect(list.map((each) => [each.status, fieldsOf(each)])).toEqual([
    ['found', []],
    ['differs', ['year']],
    ['differs', ['year']],
    ['found', []],
  ])
})

test('a book behind a comma is found with another year, a title with other words by its authors', async () => {
  const { check, ids } = await referenceScene(LIBRARY)
  const list = await check(
    '王大明, 中国古代建筑史. 北京: 某出版社, 1999.',
    'Wang H, Li Y, Wang J. On the wrong of names[J]. Letters, 2020.',
  )
  expect(list.map((each) => [each.paper?.id, each.status, fieldsOf(each)])).toEqual([
    [ids[5], 'differs', ['year']],
    [ids[4], 'differs', ['title']],
  ])
})

test('a later year of a book is told as what may be another edition, an earlier one is not', async () => {
  const { check } = await referenceScene(LIBRARY)
  const list = await check(
    '王大明. 中国古代建筑史[M]. 北京: 某出版社, 2010.',
    '王大明. 中国古代建筑史[M]. 北京: 某出版社, 1950.',
    'LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2016, 521(7553): 436-444.',
    'LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2017, 521(7553): 436-444.',
    'LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2016.',
  )
  expect(list.map(({ fields }) => fields.map(({ field, doubt }) => [field, doubt]))).toEqual([
    [['year', 'edition']],
    [['year', undefined]],
    [['year', 'online']],
    [['year', undefined]],
    [['year', undefined]],
  ])
})

test('an identifier that leads to another title is the strongest sign', async () => {
  const { check, ids } = await referenceScene(LIBRARY)
  const [known, unknown] = await check(
    'Vaswani A, Shazeer N, Parmar N. Attention is all you need[C]. 2017. DOI: 10.1038/nature14539.',
    'Nobody N. Weather over small islands in winter[J]. 2019. DOI: 10.1038/nature14539.',
  )
  expect(known).toMatchObject({ paper: { id: ids[1] }, other: { id: ids[0] } })
  expect(unknown).toMatchObject({ status: 'differs', paper: { id: ids[0] }, other: { id: ids[0] } })
})

test.each([
  [
    'no journal',
    'LeCun Y, Bengio Y, Hinton G. Weather over small islands in winter. 2015;521(7553):436-44.',
    'title',
  ],
  ['no journal, in APA', 'LeCun, Y. (2015). Weather over small islands. 521(7553), 436–444.', 'title'],
  [
    'a title read as a journal',
    'LeCun Y, Bengio Y, Hinton G, Weather over Small Islands in Winter, 521 (2015) 436.',
    'journal',
  ],
  [
    'a title in capitals without a journal',
    'LeCun Y, et al. Weather and Islands. 2015;521(7553):436-44. Epub 2015 May 27.',
    'journal',
  ],
  ['another journal', 'LeCun et al., Phys. Rev. Lett. 521, 436 (2015).', 'journal'],
])('an invented title with the DOI of a work is no agreement: %s', async (_, text, field) => {
  const { check, ids } = await referenceScene(LIBRARY)
  const [checked] = await check(`${text} https://doi.org/10.1038/nature14539`)
  expect(checked).toMatchObject({ status: 'differs', paper: { id: ids[0] } })
  expect(fieldsOf(checked)).toContain(field)
})

test.each([
  'https://doi.org/10.1038/nature14539',
  'LeCun Y, Bengio Y, Hinton G. 2015. Available from: https://doi.org/10.1038/nature14539',
  'LeCun et al., Nature 521, 436 (2015). doi:10.1038/nature14539',
  'LeCun Y, et al. Nature. 2015;521(7553):436-44. Epub 2015 May 27. doi:10.1038/nature14539',
])('nothing is held against an entry that prints no title: %s', async (text) => {
  const { check, ids } = await referenceScene(LIBRARY)
  expect(await check(text)).toMatchObject([{ status: 'found', paper: { id: ids[0] }, fields: [] }])
})

test.each([
  '郑远山，林小雨．山区积雪与春季洪水的关系．2013，44（3）：5-9．',
  '山区积雪与春季洪水的关系, 2013, 44(3): 5-9',
  'Ness A, Ruud C. Snow cover and the floods of spring. 2011;12(3):45-7.',
])('a title without a journal that the library lacks is missing, not unread: %s', async (text) => {
  const { check } = await referenceScene(LIBRARY)
  expect((await check(text)).map(({ status }) => status)).toEqual(['missing'])
})

test('what the library lacks is missing, what says nothing is not read; never is anything said to be invented', async () => {
  const { check } = await referenceScene(LIBRARY)
  const [missing, unread, retracted] = await check(
    'Miller A, Brown B. Riddles of the northern coast and their tellers[J]. Folklore, 1999.',
    '同上',
    'Other E. A retracted study of cells[J]. 2010.',
  )
  expect(missing).toMatchObject({ status: 'missing', paper: null, fields: [] })
  expect(unread?.status).toBe('unread')
  expect(retracted?.paper?.status).toBe('retracted')
})

test.each([
  '[12] 同上，第 45 页',
  '13. 同前注，第 120–125 页，重点见脚注 7',
  'Ibid., pp. 45-67, with the notes of the editor.',
  'ibid. 2019, chapter 4',
])('%s names an entry before it, and no work that could be missing', async (text) => {
  const { check } = await referenceScene(LIBRARY)
  expect((await check(text)).map(({ status }) => status)).toEqual(['unread'])
})

test('an entry without a title, as physics cites, is not said to be missing', async () => {
  const { check } = await referenceScene(LIBRARY)
  const list = await check(
    '[3] Ehlers J, Geren P and Sachs R K, 1968 J. Math. Phys. 9 1344 [SPIRES]',
    'Peebles P J E, 1993 Principles of Physical Cosmology (Princeton, NJ: Princeton University Press)',
  )
  expect(list.map(({ status }) => status)).toEqual(['unread', 'missing'])
})

test('the longest and the most repetitive lists are taken apart and compared', async () => {
  const { ada, check } = await referenceScene(LIBRARY)
  const lists = ['[1] ', 'a-\n', '10.1/', '《', '“', '等', '\n \n', '(1(', 'rn1|', '.[2]a', '1968 J. '].map(
    (part) => part.repeat(Math.floor(400_000 / part.length)),
  )
  for (const text of lists) {
    const { list } = await ada.call(api.references.parse, { text })
    expect(list.length).toBeLessThanOrEqual(500)
    const entries = list.slice(0, 50).map((each) => each.text)
    if (entries.length > 0) await check(...entries)
  }
})
