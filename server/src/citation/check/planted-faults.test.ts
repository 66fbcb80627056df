import { formatReference, runsText, type StyleId, toCsl } from '@scinav/citation'
import { blankWork, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { referenceScene } from '../../testing/reference-scene.ts'

const STYLES: StyleId[] = [
  'gb-2015-numeric',
  'gb-2025-author-date',
  'apa-7',
  'ieee',
  'vancouver',
  'mla-9',
  'chicago-17-author-date',
]

const person = (given: string, family: string): Work['creators'][number] => ({
  ...{ name: `${given} ${family}`, family, given },
  ...{ role: 'author' as const, affiliations: [] },
})

const article = (title: string, people: [string, string][], source: string, page: string): Work => ({
  ...blankWork(title, 1),
  ...{ creators: people.map(([given, family]) => person(given, family)), language: 'en' },
  ...{ basic_sourcename: source, basic_source_vo: '16', basic_source_no: '4', basic_page: page },
  publish_date: '2021',
})

const LIBRARY: Work[] = [
  article('Sediment transport below a small weir', [['Wei', 'Zhang']], 'Journal of Weir Studies', '110-119'),
  article(
    'Moss cover on northern roofs and its water budget',
    [
      ['Lotte', 'van der Meer'],
      ['Kai-lin', 'Ren'],
      ['Thomas M.', 'Ngo'],
    ],
    'Annals of Applied Bryology',
    '201-245',
  ),
  article(
    'Counting reed warblers by their songs at dawn',
    [
      ['María José', 'García-Márquez'],
      ['Seán', "O'Brien"],
      ['J. R.', 'Müller'],
      ['Ada', 'Ness'],
    ],
    'Proceedings of the Academy of Marsh Sciences',
    '9-15',
  ),
]

const printed = (style: StyleId, work: Work): string => runsText(formatReference(style, toCsl(work)))

const withFirst = (work: Work, change: (first: Work['creators'][number]) => [string, string]): Work => {
  const [first, ...more] = work.creators
  return first ? { ...work, creators: [person(...change(first)), ...more] } : work
}
const withLetter = (word: string, at: number) => `${word.slice(0, at)}x${word.slice(at + 1)}`

/** A fault, the field that names it, and the styles that do not print what it changes. */
const FAULTS: [string, string, (work: Work) => Work][] = [
  [
    'another letter in a surname',
    'authors',
    (work) =>
      withFirst(work, ({ given = '', family = '' }) => [given, withLetter(family, family.length - 2)]),
  ],
  [
    'another initial',
    'authors',
    (work) => withFirst(work, ({ given = '', family = '' }) => [`X${given.slice(1)}`, family]),
  ],
  [
    'a person who is none of the authors',
    'authors',
    (work) => ({ ...work, creators: [...work.creators.slice(0, 1), person('Xenia', 'Quorn')] }),
  ],
  ['another journal', 'journal', (work) => ({ ...work, basic_sourcename: 'Nature' })],
  [
    'another last page',
    'pages',
    (work) => ({
      ...work,
      basic_page: (work.basic_page ?? '').replace(/\d$/, (digit) => String((Number(digit) + 3) % 10)),
    }),
  ],
  [
    'another first page',
    'pages',
    (work) => ({ ...work, basic_page: (work.basic_page ?? '').replace(/^\d/, '7') }),
  ],
  ['another volume', 'volume', (work) => ({ ...work, basic_source_vo: '61' })],
  ['another year', 'year', (work) => ({ ...work, publish_date: '2017' })],
]

test.each(STYLES)(
  'references as %s prints them are found, and nothing is held against them',
  async (style) => {
    const { check, ids } = await referenceScene(LIBRARY)
    const list = await check(...LIBRARY.map((work) => printed(style, work)))
    expect(list.map(({ status, paper, fields }) => [status, paper?.id, fields])).toEqual(
      ids.map((id) => ['found', id, []]),
    )
  },
)

test.each(STYLES)(
  'each planted fault is named by its field in references as %s prints them',
  async (style) => {
    const { check, ids } = await referenceScene(LIBRARY)
    for (const [name, field, plant] of FAULTS) {
      const list = await check(...LIBRARY.map((work) => printed(style, plant(work))))
      expect(list.map(({ paper, fields }) => [name, paper?.id, fields.map((each) => each.field)])).toEqual(
        ids.map((id) => [name, id, [field]]),
      )
    }
  },
)

test('initials may be joined, hyphenated or whole names, before or behind the family name', async () => {
  const { check } = await referenceScene(LIBRARY)
  const rest =
    'Moss cover on northern roofs and its water budget. Annals of Applied Bryology, 2021, 16(4): 201-45.'
  const list = await check(
    `van der Meer L, Ren K-L, Ngo Th. M. ${rest}`,
    `VAN DER MEER Lotte, REN Kailin, NGO TM. ${rest}`,
    `L. van der Meer, K.-l. Ren, and T. M. Ngo, ${rest}`,
    `van der Meer, Ren & Ngo (2021). ${rest}`,
    `Van der Meer, Lotte, Kai-Lin Ren, and Thomas Ngo. ${rest}`,
    `van der Meer L, Ren K-B, Ngo T M. ${rest}`,
    `van der Meer L, Ren K, Ngo P. ${rest}`,
  )
  expect(list.map(({ fields }) => fields.map(({ field }) => field))).toEqual([
    ...Array.from({ length: 5 }, () => []),
    ['authors'],
    ['authors'],
  ])
})

test('the names before et al. are compared', async () => {
  const { check } = await referenceScene(LIBRARY)
  const rest =
    'Counting reed warblers by their songs at dawn[J]. Proceedings of the Academy of Marsh Sciences, 2021, 16(4): 9-15.'
  const list = await check(
    `García-Márquez M J, O'Brien S, Müller J R, et al. ${rest}`,
    `García-Márquez M J, O'Brien S, et al. ${rest}`,
    `García-Márquez M J, Quorn X, Müller J R, et al. ${rest}`,
    `García-Márquez, M. J., Quorn, X., et al. ${rest}`,
  )
  expect(list.map(({ fields }) => fields.map(({ field }) => field))).toEqual([
    ...[[], []],
    ['authors'],
    ['authors'],
  ])
})

test('initials of two letters and particles among initials are those of the given names', async () => {
  const people: [string, string][] = [
    ['Olaf Th.', 'Krampe'],
    ['Lotte von', 'Ostrow'],
  ]
  const { check } = await referenceScene([article('Sleep under northern roofs', people, 'Roofs', '1-2')])
  const rest = 'Sleep under northern roofs. Roofs. 2021;16(4):1-2.'
  const list = await check(`Krampe OTh, Ostrow Lv. ${rest}`, `Krampe OTh, Ostrow Mv. ${rest}`)
  expect(list.map(({ fields }) => fields.map(({ field }) => field))).toEqual([[], ['authors']])
})

test('a body named after its work is named, and a volume in Roman numerals is no part of the journal', async () => {
  const body = {
    name: '河源地区植物分布图编辑委员会',
    role: 'author' as const,
    affiliations: [],
    is_body: true,
  }
  const atlas: Work = {
    ...blankWork('河源地区植物分布图', 2),
    creators: [body],
    language: 'zh',
    publish_date: '1980',
  }
  const old = article('Snow and reason in the north', [['Ada', 'Ness']], 'Mind and Snow', '433-460')
  const { check } = await referenceScene([atlas, { ...old, basic_source_vo: 'LIX', basic_source_no: '236' }])
  const list = await check(
    '河源地区植物分布图编辑委员会. 河源地区植物分布图. 北京: 某某出版社; 1980.',
    '林远. 河源地区植物分布图. 北京: 某某出版社; 1980.',
    'Ness, A. (2021). Snow and reason in the north. Mind and Snow, LIX(236), 433–460.',
  )
  expect(list.map(({ fields }) => fields.map(({ field }) => field))).toEqual([[], ['authors'], []])
})

test('an initial Y and a given name that looks like a particle are compared as well', async () => {
  const people: [string, string][] = [
    ['Yixi', 'Ding'],
    ['Le', 'Cong'],
    ['Di', 'Wu'],
  ]
  const { check } = await referenceScene([
    article('Sounds of ice under a harbour bridge', people, 'Ice', '1-2'),
  ])
  const rest = 'Sounds of ice under a harbour bridge. Ice, 2021, 16(4): 1-2.'
  const list = await check(
    `Ding Y, Cong L, Wu D. ${rest}`,
    `Y. Ding, L. Cong, and D. Wu, ${rest}`,
    `Ding X, Cong L, Wu D. ${rest}`,
    `Ding Y, Cong J, Wu D. ${rest}`,
    `Ding Y, Cong L, Wu Y. ${rest}`,
  )
  expect(list.map(({ status }) => status)).toEqual(['found', 'found', 'differs', 'differs', 'differs'])
})

test('a journal in short, without its article or as an acronym is the same journal', async () => {
  const { check } = await referenceScene(LIBRARY)
  const title = 'Counting reed warblers by their songs at dawn'
  const names = "García-Márquez M J, O'Brien S, Mueller J R, et al"
  const list = await check(
    ...[
      'Proc. Acad. Marsh Sci.',
      'PAMS',
      'The Proceedings of the Academy of Marsh Sciences',
      'Proc Acad Marsh Sci (Lond)',
    ].map((journal) => `${names}. ${title}[J]. ${journal}, 2021, 16(4): 9-15.`),
    `${names}. ${title}[J]. Proc. Acad. Fen Sci., 2021, 16(4): 9-15.`,
  )
  expect(list.map(({ fields }) => fields.map(({ field }) => field))).toEqual([[], [], [], [], ['journal']])
})

const GENERIC = [
  article('Introduction', [['Ann', 'Li']], 'Annals of Applied Bryology', '1-3'),
  article('Neural machine translation', [['Bo', 'Lund']], 'Annals of Applied Bryology', '5-9'),
]

test('a short title by other people in another journal is nobody’s here', async () => {
  const { check } = await referenceScene(GENERIC)
  const list = await check(
    'Smith, J. (2001). Introduction. Nonexisting Journal, 3(1), 1-2.',
    'Wong, K. (2021). Introduction. Reliability of Things, 3(1), 1-2.',
    'Wong, K. (2015). Neural Machine Translation. Proceedings of Nothing.',
    'Wong, K. (2021). Statistical Machine Translation. Proceedings of Nothing.',
    'Lund, B. (2019). Neural machine translation. Annals of Applied Bryology, 16(4), 5-9.',
  )
  expect(list.map(({ status, fields }) => [status, fields.map(({ field }) => field)])).toEqual([
    ...Array.from({ length: 4 }, () => ['missing', []]),
    ['differs', ['year']],
  ])
})

test('the year, the number and the address of an arXiv version are no faults of a reference to it', async () => {
  const published: Work = {
    ...article('Deep transformers for reading bark rings', [['Jacob', 'Devlin']], 'Tree Letters', '41-49'),
    ...{ publish_date: '2019', doi: '10.1000/bark', external_ids: { arxiv: '1810.04805' } },
  }
  const preprint: Work = {
    ...article('Shallow transformers for reading bark rings', [['Ming', 'Lee']], '', ''),
    ...{
      resource_type: 9,
      publish_date: '2018',
      basic_source_vo: null,
      basic_source_no: null,
      basic_page: null,
    },
    external_ids: { arxiv: '1811.01234' },
  }
  const { check } = await referenceScene([published, preprint])
  const list = await check(
    `Devlin J. ${published.title}. arXiv preprint arXiv:1810.04805. 2018.`,
    `Devlin J. ${published.title}[PP/OL]. arXiv, 2018. DOI: 10.48550/arXiv.1810.04805.`,
    `Devlin J. ${published.title}. arXiv preprint arXiv:1810.04805. 2016.`,
    `Devlin J. ${published.title}. Tree Letters, 2018, 16(4): 41-49.`,
    `Lee M. ${preprint.title}. Tree Letters, 2019, 16(5): 51-59.`,
    `Devlin J. ${published.title}[J/OL]. Tree Letters, 2018, 16(4): 41-49. https://arxiv.org/abs/1810.04805.`,
  )
  expect(list.map(({ status, fields }) => [status, fields.map(({ field }) => field)])).toEqual([
    ['found', []],
    ['found', []],
    ['differs', ['year']],
    ['differs', ['year']],
    ['found', []],
    ['differs', ['year']],
  ])
})

test('an issue of five digits and an edition behind the title are those of the record', async () => {
  const weekly = {
    ...article('Frost on a northern pier', [['Ada', 'Ness']], 'Harbour Weekly', '7-9'),
    basic_source_no: '10223',
  }
  const scheme: Work = {
    ...blankWork('河源地区积雪分类方法（第五版）', 2),
    creators: [{ name: '河源积雪委员会', role: 'author', affiliations: [] }],
    ...{ language: 'zh', publish_date: '2010' },
  }
  const { check } = await referenceScene([weekly, scheme])
  const list = await check(
    'A. Ness, “Frost on a northern pier,” Harbour Weekly, vol. 16, no. 10223, pp. 7–9, 2021.',
    'A. Ness, “Frost on a northern pier,” Harbour Weekly, vol. 16, no. 10224, pp. 7–9, 2021.',
    '河源积雪委员会. 河源地区积雪分类方法[M]. 5版. 某市: 某某出版社, 2010.',
  )
  expect(list.map(({ fields }) => fields.map(({ field }) => field))).toEqual([[], ['issue'], []])
})

test('a year in the name of proceedings is not that of the reference', async () => {
  const talk: Work = {
    ...article('Ice seen from three harbours', [['Ada', 'Ness']], 'Proceedings of the 2016 Ice Days', '3-9'),
    ...{ resource_type: 3, publish_date: '2016', basic_source_vo: null, basic_source_no: null },
  }
  const { check } = await referenceScene([talk])
  const list = await check(
    `Ness A. ${talk.title}[C]//Proceedings of the 2016 Ice Days. 2016: 3-9.`,
    `Ness A. ${talk.title}[C]//Proceedings of the 2016 Ice Days. 2014: 3-9.`,
    `Ness A. ${talk.title}[C]//Proceedings of the 2016 Ice Days.`,
    `Ness A. ${talk.title}. In: Ice Days, 2016. Accessed 3 May 2025.`,
    `Ness A. ${talk.title}[C]//Ice Days. 2016: 1532 - 43.`,
  )
  expect(
    list.map(({ fields }) => fields.map(({ field }) => field).filter((field) => field !== 'pages')),
  ).toEqual([[], ['year'], [], [], []])
})
